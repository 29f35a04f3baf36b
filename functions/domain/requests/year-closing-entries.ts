// Posts the entries that the closing of a year proposes.
import { findLastPeriod, fixYearStart } from '../general-ledger/fiscal-years.ts';
import { addClosingEntries, exemptClosingEntries } from '../general-ledger/periods.ts';
import type { PeriodCurrencyTotals, PeriodRecords } from '../general-ledger/periods.ts';
import { postEntries } from '../journal/journal.ts';
import type { JournalEntry, PostingContext } from '../journal/journal.ts';
import { draftYearClosing, listMovedCodes, proposeYearClosing } from './year-closing.ts';
import type { YearClosing, YearRecords } from './year-closing.ts';

/** How closing entries are posted. */
export interface ClosingPosting extends Pick<PostingContext, 'idsAt' | 'correlationId'> {
  readonly controlCodes: ReadonlySet<string>;
  /** Returns the control totals of a period with the entries. */
  readonly addToTotals: (
    totals: readonly PeriodCurrencyTotals[],
    entries: readonly JournalEntry[],
  ) => readonly PeriodCurrencyTotals[];
}

interface ClosingMoment extends ClosingPosting {
  readonly requestId: string;
  readonly postedBy: string;
  readonly now: Date;
}

/** The codes that a failure names. */
const NAMED_CODES_MAX = 20;

/**
 * Posts the proposed entries, subject to the chart of accounts and the control accounts. Refuses with
 * general_ledger_account_closed, control_account_mismatch.
 */
export function postYearClosing(
  closing: YearClosing,
  { settings, chart: accounts }: YearRecords,
  { requestId, ...moment }: ClosingMoment,
): readonly JournalEntry[] {
  const exempt = exemptClosingEntries(settings, findLastPeriod(closing.year));
  const generalLedger = { settings: exempt, accounts };
  const drafts = draftYearClosing(closing, requestId);
  return postEntries(drafts, new Map(), { ...moment, generalLedger }).entries;
}

/** The records after a closing, and its entries. */
export interface ClosedYear extends PeriodRecords {
  readonly entries: readonly JournalEntry[];
}

/**
 * Applies an approved closing: its entries, and the last period of the year with them in its control totals.
 * Returns the sentence that explains it when the balances are no longer those of the proposal. Refuses as
 * proposeYearClosing and postYearClosing do.
 */
export function applyYearClosing(
  closing: YearClosing,
  records: YearRecords,
  before: PeriodRecords,
  moment: ClosingMoment,
): ClosedYear | string {
  const moved = listMovedCodes(closing, proposeYearClosing(closing, records));
  if (moved.length > 0) return describeMovedYear(closing, moved);
  const entries = postYearClosing(closing, records, moment);
  const totals = moment.addToTotals(before.period.totals ?? [], entries);
  const settings = fixYearStart(closing.year, before.settings);
  return { ...addClosingEntries({ ...before, settings }, totals, moment.now), entries };
}

function describeMovedYear({ year }: YearClosing, codes: readonly string[]): string {
  const named = codes.slice(0, NAMED_CODES_MAX).join(', ');
  const more = codes.length > NAMED_CODES_MAX ? ` and ${codes.length - NAMED_CODES_MAX} more` : '';
  return `The year from ${year} has changed since the request. Lines that differ: ${named}${more}.`;
}
