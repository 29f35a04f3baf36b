// Changes of the general ledger that take two operators: closing and reopening accounting periods, closing
// years, and enforced settings (docs/contract.md, General ledger).
import { findLastPeriod } from '../general-ledger/fiscal-years.ts';
import {
  reopenPeriod,
  refuseClosing,
  refuseReopening,
  startClosing,
} from '../general-ledger/periods.ts';
import type { Period, PeriodDecision, PeriodRecords } from '../general-ledger/periods.ts';
import { changeSettings } from '../general-ledger/settings.ts';
import type {
  GeneralLedgerSettings,
  GeneralLedgerSettingsChange,
} from '../general-ledger/settings.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { Refusal } from '../refusals/refusals.ts';
import { approve, buildControlledRequest } from './decisions.ts';
import type { Checker, ControlledRequest, RequestSubmission } from './decisions.ts';
import { proposeYearClosing } from './year-closing.ts';
import type { YearClosing, YearClosingRequest, YearRecords } from './year-closing.ts';
import { applyYearClosing, postYearClosing } from './year-closing-entries.ts';
import type { ClosingPosting } from './year-closing-entries.ts';

/** What a request changes, by the kind that it names. */
export type GeneralLedgerChange =
  | {
      readonly kind: 'PERIOD_CLOSE' | 'PERIOD_REOPEN';
      readonly period: string;
      readonly periodVersion: number;
    }
  | { readonly kind: 'YEAR_CLOSE'; readonly period: string; readonly yearClosing: YearClosing }
  | { readonly kind: 'SETTINGS_CHANGE'; readonly settings: GeneralLedgerSettingsChange };

export type GeneralLedgerRequestKind = GeneralLedgerChange['kind'];

export interface GeneralLedgerRequest extends ControlledRequest {
  readonly kind: GeneralLedgerRequestKind;
  /** The period to close or reopen, or the last one of the year to close. */
  readonly period?: string;
  /** The version of the period to close or reopen at the submission. */
  readonly periodVersion?: number;
  /** The settings to change. */
  readonly settings?: GeneralLedgerSettingsChange;
  /** The closing of a year, with the entries that it proposes. */
  readonly yearClosing?: YearClosing;
  /** The entries that the approval has posted. */
  readonly journalEntryIds?: readonly string[];
}

/** The records that the decision needs. */
export interface GeneralLedgerRecords {
  readonly settings: GeneralLedgerSettings;
  /** The period of a request that names one. */
  readonly period?: Period;
  /** What the closing of a year is decided on. */
  readonly year?: YearRecords;
}

/** Submits a change of the settings. */
export function submitSettingsChange(
  settings: GeneralLedgerSettingsChange,
  submission: RequestSubmission,
): GeneralLedgerRequest {
  return { ...buildControlledRequest(submission), kind: 'SETTINGS_CHANGE', settings };
}

/** Submits the closing of a period. Refuses with period_not_ended, period_not_open. */
export function submitClosing(
  records: PeriodRecords,
  submission: RequestSubmission,
): GeneralLedgerRequest {
  refuseClosing(records, submission.now);
  return submitPeriodChange('PERIOD_CLOSE', records, submission);
}

/** Submits the reopening of a period. Refuses with period_not_closed. */
export function submitReopening(
  records: PeriodRecords,
  submission: RequestSubmission,
): GeneralLedgerRequest {
  refuseReopening(records);
  return submitPeriodChange('PERIOD_REOPEN', records, submission);
}

function submitPeriodChange(
  kind: 'PERIOD_CLOSE' | 'PERIOD_REOPEN',
  { period: { period, version: periodVersion } }: PeriodRecords,
  submission: RequestSubmission,
): GeneralLedgerRequest {
  return { ...buildControlledRequest(submission), kind, period, periodVersion };
}

/** Submits the closing of a year. Refuses as proposeYearClosing and postYearClosing do. */
export function submitYearClosing(
  asked: YearClosingRequest,
  records: YearRecords,
  submission: RequestSubmission,
  posting: ClosingPosting,
): GeneralLedgerRequest {
  const yearClosing = proposeYearClosing(asked, records);
  const { id, requestedBy: postedBy, now } = submission;
  postYearClosing(yearClosing, records, { ...posting, requestId: id, postedBy, now });
  const period = findLastPeriod(asked.year);
  return { ...buildControlledRequest(submission), kind: 'YEAR_CLOSE', period, yearClosing };
}

/** The records after a change, and the entries that it posts. */
export interface GeneralLedgerEffect extends Omit<GeneralLedgerRecords, 'year'> {
  readonly entries?: readonly JournalEntry[];
}

export interface ApprovedGeneralLedgerRequest {
  readonly request: GeneralLedgerRequest;
  /** Absent when the request has FAILED. */
  readonly changed?: GeneralLedgerEffect;
  /** Why it has FAILED. */
  readonly obstacle?: Refusal;
}

/** Approves on the records read; `posting` is for the closing of a year. Refuses as `approve` does. */
export function approveGeneralLedgerRequest(
  request: GeneralLedgerRequest,
  records: GeneralLedgerRecords,
  checker: Checker,
  posting?: ClosingPosting,
): ApprovedGeneralLedgerRequest {
  const changed = applyChange(() =>
    posting
      ? closeYear(request, records, checker, posting)
      : changeRecords(request, records, checker),
  );
  if (changed instanceof Refusal) {
    return { request: approve(request, checker, changed.message), obstacle: changed };
  }
  const journalEntryIds = changed.entries?.map(({ id }) => id);
  return {
    request: { ...approve(request, checker), ...(journalEntryIds && { journalEntryIds }) },
    changed,
  };
}

// Returns the changed records, or why they cannot be changed.
function applyChange(change: () => GeneralLedgerEffect | string): GeneralLedgerEffect | Refusal {
  try {
    const changed = change();
    return typeof changed === 'string' ? new Refusal('request_outdated', changed) : changed;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error;
  }
}

function closeYear(
  { id: requestId, yearClosing }: GeneralLedgerRequest,
  { settings, period, year }: GeneralLedgerRecords,
  { subject: postedBy, now }: Checker,
  posting: ClosingPosting,
): GeneralLedgerEffect | string {
  if (!yearClosing || !period || !year) throw new Error(`${requestId} closes no year`);
  const moment = { ...posting, requestId, postedBy, now };
  return applyYearClosing(yearClosing, year, { settings, period }, moment);
}

function changeRecords(
  request: GeneralLedgerRequest,
  { settings, period }: GeneralLedgerRecords,
  { subject: decidedBy, now }: Checker,
): GeneralLedgerEffect | string {
  const { id: requestId, kind, requestedBy, settings: change = {} } = request;
  if (kind === 'SETTINGS_CHANGE') return { settings: changeSettings(settings, change, now) };
  if (!period) throw new Error(`${requestId} names no period`);
  const decision: PeriodDecision = { requestId, requestedBy, decidedBy, now };
  const decide = kind === 'PERIOD_CLOSE' ? startClosing : reopenPeriod;
  const changed = decide({ period, settings }, decision);
  return describeChangedPeriod(request, period) ?? changed;
}

// A period that is in the same state again may have other entries than its maker asked to close or reopen.
function describeChangedPeriod(
  { periodVersion: before }: GeneralLedgerRequest,
  { period, version }: Period,
): string | undefined {
  if (version === before) return undefined;
  return `The accounting period ${period} has changed since the request: it is at version ${version}, no longer ${before}.`;
}
