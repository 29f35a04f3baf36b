// What the general ledger requires of entries, whichever operation posts them.
import type { GeneralLedgerAccount } from '../general-ledger/accounts.ts';
import { findEffectiveDate, refuseDateOutsideWindow } from '../general-ledger/effective-dates.ts';
import { refuseClosedPeriod } from '../general-ledger/periods.ts';
import { DEFAULT_GENERAL_LEDGER_SETTINGS } from '../general-ledger/settings.ts';
import type { GeneralLedgerSettings } from '../general-ledger/settings.ts';
import { Refusal } from '../refusals/refusals.ts';
import type { RefusalCode } from '../refusals/refusals.ts';
import { NO_CURRENCY } from '../values/money.ts';
import type { EntryDraft } from './entry-draft.ts';

/** The parts of the general ledger that decide on an entry. */
export interface GeneralLedgerTerms {
  readonly settings: GeneralLedgerSettings;
  /** The accounts of the entry's lines that are in the chart, by code, if the chart is enforced. */
  readonly accounts: ReadonlyMap<string, GeneralLedgerAccount>;
}

/** The terms of a tenant that has set none. */
export const DEFAULT_GENERAL_LEDGER_TERMS: GeneralLedgerTerms = {
  settings: DEFAULT_GENERAL_LEDGER_SETTINGS,
  accounts: new Map(),
};

/** Returns the account codes of the drafts' lines. */
export function listAccountCodes(drafts: readonly EntryDraft[]): Set<string> {
  return new Set(
    drafts.flatMap(({ ledgerLines }) => ledgerLines.map(({ accountCode }) => accountCode)),
  );
}

/**
 * Refuses entries that the controls of the tenant do not allow, in this order:
 * effective_date_outside_window, period_closed, general_ledger_account_unknown,
 * general_ledger_account_closed, general_ledger_account_currency.
 */
export function refuseUncontrolledEntries(
  drafts: readonly EntryDraft[],
  { settings, accounts }: GeneralLedgerTerms,
  at: Date,
): void {
  for (const { effectiveDate } of drafts) {
    if (effectiveDate !== undefined) refuseDateOutsideWindow(effectiveDate, settings, at);
  }
  for (const draft of drafts) refuseClosedPeriod(findEffectiveDate(draft, settings, at), settings);
  if (settings.chart === 'ENFORCED') refuseUnchartedLines(drafts, accounts);
}

function refuseUnchartedLines(
  drafts: readonly EntryDraft[],
  accounts: GeneralLedgerTerms['accounts'],
): void {
  const codes = [...listAccountCodes(drafts)];
  refuseCodes(
    'general_ledger_account_unknown',
    'The chart of accounts does not have',
    codes.filter((code) => !accounts.has(code)),
  );
  refuseCodes(
    'general_ledger_account_closed',
    'The chart of accounts has closed',
    codes.filter((code) => accounts.get(code)?.status === 'CLOSED'),
  );
  for (const draft of drafts) {
    const currency = draft.currency ?? NO_CURRENCY;
    const others = [...listAccountCodes([draft])].filter(
      (code) => (accounts.get(code)?.currency ?? currency) !== currency,
    );
    const sentence = `The entry is in ${currency}, and the chart of accounts has in another currency`;
    refuseCodes('general_ledger_account_currency', sentence, others);
  }
}

/** The codes that a message names. */
const NAMED_CODES_MAX = 20;

/** Refuses with the sentence and the codes, unless there are none. */
export function refuseCodes(
  refusal: RefusalCode,
  sentence: string,
  codes: readonly string[],
): void {
  if (codes.length === 0) return;
  const named = codes.slice(0, NAMED_CODES_MAX).join(', ');
  const more = codes.length > NAMED_CODES_MAX ? ` and ${codes.length - NAMED_CODES_MAX} more` : '';
  throw new Refusal(refusal, `${sentence}: ${named}${more}.`);
}
