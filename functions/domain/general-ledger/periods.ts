// Accounting periods: the months of accounting dates, and how they are closed and reopened
// (docs/contract.md, General ledger).
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { latestTime } from '../values/times.ts';
import { findNextState } from '../values/state-machine.ts';
import { findDayIn } from '../values/time-zones.ts';
import type { GeneralLedgerSettings } from './settings.ts';
import { periodState } from './transitions.ts';
import type { PeriodState, PeriodTrigger } from './transitions.ts';

/** The sums of one currency, with the contract's member names; amounts are decimal strings. */
export interface PeriodCurrencyTotals {
  readonly currency: string;
  readonly journal_entries: number;
  readonly total_debits: string;
  readonly total_credits: string;
  /** The sum of the hashes of the entries, modulo 2^256, hexadecimal. */
  readonly digest: string;
}

export interface Period {
  /** The month: YYYY-MM. */
  readonly period: string;
  readonly state: PeriodState;
  /** The request of the newest closing or reopening, its maker and its checker. */
  readonly requestId?: string;
  readonly requestedBy?: string;
  readonly decidedBy?: string;
  readonly closingAt?: string;
  readonly closedAt?: string;
  readonly reopenedAt?: string;
  readonly failureReason?: string;
  /** The control totals of a closed period. */
  readonly totals?: readonly PeriodCurrencyTotals[];
  /** 0 until the period is closed for the first time, and grows by 1 with each change. */
  readonly version: number;
  readonly updatedAt?: string;
}

/** The approved request that closes or reopens a period. */
export interface PeriodDecision {
  readonly requestId: string;
  readonly requestedBy: string;
  readonly decidedBy: string;
  readonly now: Date;
}

/** A period and the settings, which name the periods that take no entries. */
export interface PeriodRecords {
  readonly period: Period;
  readonly settings: GeneralLedgerSettings;
}

/** Returns the period of a date. */
export function findPeriodOf(date: string): string {
  return date.slice(0, 7);
}

/** Returns the period as it is before it is closed for the first time. */
export function buildOpenPeriod(period: string): Period {
  return { period, state: periodState.initial, version: 0 };
}

/** Refuses with period_closed a date in a period that is closed or being closed. */
export function refuseClosedPeriod(date: string, { closedPeriods }: GeneralLedgerSettings): void {
  const period = findPeriodOf(date);
  const state = closedPeriods?.[period];
  if (state === undefined) return;
  throw new Refusal('period_closed', `The accounting period ${period} is ${state}.`);
}

/** Refuses with period_not_ended, period_not_open. */
export function refuseClosing({ period, settings }: PeriodRecords, now: Date): void {
  refuseIf(
    findPeriodOf(findDayIn(settings.timeZone, now)) <= period.period,
    'period_not_ended',
    `The accounting period ${period.period} has not ended.`,
  );
  refuseTrigger(period, 'close', 'period_not_open');
}

/** Refuses with period_not_closed. */
export function refuseReopening({ period }: PeriodRecords): void {
  refuseTrigger(period, 'reopen', 'period_not_closed');
}

function refuseTrigger(
  { period, state }: Period,
  trigger: PeriodTrigger,
  code: 'period_not_open' | 'period_not_closed',
): void {
  if (findNextState(periodState, state, trigger) !== undefined) return;
  throw new Refusal(code, `The accounting period ${period} is ${state}.`);
}

/** Starts to close the period. Refuses as refuseClosing does. */
export function startClosing(records: PeriodRecords, decision: PeriodDecision): PeriodRecords {
  refuseClosing(records, decision.now);
  const { period, version, updatedAt } = records.period;
  const { now, ...given } = decision;
  const closingAt = latestTime(now, updatedAt).toISOString();
  return changePeriod(records, {
    period,
    state: 'CLOSING',
    ...given,
    closingAt,
    version: version + 1,
    updatedAt: closingAt,
  });
}

/** Reopens the period. Refuses as refuseReopening does. */
export function reopenPeriod(records: PeriodRecords, decision: PeriodDecision): PeriodRecords {
  refuseReopening(records);
  const { period, version, updatedAt } = records.period;
  const { now, ...given } = decision;
  const reopenedAt = latestTime(now, updatedAt).toISOString();
  return changePeriod(records, {
    period,
    state: 'OPEN',
    ...given,
    reopenedAt,
    version: version + 1,
    updatedAt: reopenedAt,
  });
}

/** Completes the closing with the control totals. */
export function completeClosing(
  records: PeriodRecords,
  totals: readonly PeriodCurrencyTotals[],
  now: Date,
): PeriodRecords {
  const closedAt = latestTime(now, records.period.updatedAt).toISOString();
  return changePeriod(records, { ...endClosing(records, 'complete', closedAt), totals, closedAt });
}

/**
 * Adds the closing entries of a year to the control totals of its last period, which is closed and stays so:
 * they are the only entries that a closed period takes.
 */
export function addClosingEntries(
  records: PeriodRecords,
  totals: readonly PeriodCurrencyTotals[],
  now: Date,
): PeriodRecords {
  const { period } = records;
  const updatedAt = latestTime(now, period.updatedAt).toISOString();
  return changePeriod(records, { ...period, totals, version: period.version + 1, updatedAt });
}

/**
 * Returns the settings as the closing entries of a year obey them: they are dated in a closed period, and
 * no request names their date.
 */
export function exemptClosingEntries(
  settings: GeneralLedgerSettings,
  period: string,
): GeneralLedgerSettings {
  const { [period]: _closed, ...closedPeriods } = settings.closedPeriods ?? {};
  return { ...settings, closedPeriods, effectiveDateWindow: {} };
}

/** Fails the closing: the period takes entries again, and can be closed again. */
export function failClosing(
  records: PeriodRecords,
  failureReason: string,
  now: Date,
): PeriodRecords {
  const failedAt = latestTime(now, records.period.updatedAt).toISOString();
  return changePeriod(records, { ...endClosing(records, 'fail', failedAt), failureReason });
}

function endClosing(
  { period }: PeriodRecords,
  trigger: 'complete' | 'fail',
  updatedAt: string,
): Period {
  const state = findNextState(periodState, period.state, trigger);
  if (!state) throw new Error(`the accounting period ${period.period} is ${period.state}`);
  return { ...period, state, version: period.version + 1, updatedAt };
}

// Postings read the settings only, so these name every period that takes no entries.
function changePeriod({ settings }: PeriodRecords, period: Period): PeriodRecords {
  const { [period.period]: _before, ...others } = settings.closedPeriods ?? {};
  const { state, updatedAt = '' } = period;
  const closed =
    state === 'CLOSING' || state === 'CLOSED' ? { ...others, [period.period]: state } : others;
  const { closedPeriods: _closedPeriods, ...kept } = settings;
  const named = Object.keys(closed).length > 0 && { closedPeriods: closed };
  const version = settings.version + 1;
  const changedAt = latestTime(new Date(updatedAt), settings.updatedAt).toISOString();
  return { period, settings: { ...kept, ...named, version, updatedAt: changedAt } };
}
