// Changes of the general ledger that take two operators: closing and reopening accounting periods
// (docs/contract.md, General ledger).
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
import { Refusal } from '../refusals/refusals.ts';
import { approve, buildControlledRequest } from './decisions.ts';
import type { Checker, ControlledRequest, RequestSubmission } from './decisions.ts';

/** What a request changes, by the kind that it names. */
export type GeneralLedgerChange =
  | { readonly kind: 'PERIOD_CLOSE' | 'PERIOD_REOPEN'; readonly period: string }
  | { readonly kind: 'SETTINGS_CHANGE'; readonly settings: GeneralLedgerSettingsChange };

export type GeneralLedgerRequestKind = GeneralLedgerChange['kind'];

export interface GeneralLedgerRequest extends ControlledRequest {
  readonly kind: GeneralLedgerRequestKind;
  /** The period to close or reopen. */
  readonly period?: string;
  /** The settings to change. */
  readonly settings?: GeneralLedgerSettingsChange;
}

/** The records that the decision needs. */
export interface GeneralLedgerRecords {
  readonly settings: GeneralLedgerSettings;
  /** The period of a request that names one. */
  readonly period?: Period;
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
  const { period } = records.period;
  return { ...buildControlledRequest(submission), kind: 'PERIOD_CLOSE', period };
}

/** Submits the reopening of a period. Refuses with period_not_closed. */
export function submitReopening(
  records: PeriodRecords,
  submission: RequestSubmission,
): GeneralLedgerRequest {
  refuseReopening(records);
  const { period } = records.period;
  return { ...buildControlledRequest(submission), kind: 'PERIOD_REOPEN', period };
}

export interface ApprovedGeneralLedgerRequest {
  readonly request: GeneralLedgerRequest;
  /** The records after the change; absent when the request has FAILED. */
  readonly changed?: GeneralLedgerRecords;
}

/** Approves on the records read. Refuses as `approve` does. */
export function approveGeneralLedgerRequest(
  request: GeneralLedgerRequest,
  records: GeneralLedgerRecords,
  checker: Checker,
): ApprovedGeneralLedgerRequest {
  const changed = applyChange(request, records, checker);
  if (typeof changed === 'string') return { request: approve(request, checker, changed) };
  return { request: approve(request, checker), changed };
}

// Returns the changed records, or the sentence that explains why they cannot be changed.
function applyChange(
  request: GeneralLedgerRequest,
  records: GeneralLedgerRecords,
  checker: Checker,
): GeneralLedgerRecords | string {
  try {
    return changeRecords(request, records, checker);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

function changeRecords(
  { id: requestId, kind, requestedBy, settings: change = {} }: GeneralLedgerRequest,
  { settings, period }: GeneralLedgerRecords,
  { subject: decidedBy, now }: Checker,
): GeneralLedgerRecords {
  if (kind === 'SETTINGS_CHANGE') return { settings: changeSettings(settings, change, now) };
  if (!period) throw new Error(`${requestId} names no period`);
  const decision: PeriodDecision = { requestId, requestedBy, decidedBy, now };
  const decide = kind === 'PERIOD_CLOSE' ? startClosing : reopenPeriod;
  return decide({ period, settings }, decision);
}
