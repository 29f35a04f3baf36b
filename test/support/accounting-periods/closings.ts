// Accounting periods, closed as `ada` and approved by `grace`.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { CACHE_MS } from '../../../functions/ledger/timed-cache.ts';
import { advanceTime } from '../stack/advance-time.ts';
import type { CallAnswer, CallOptions, OperationCaller } from '../stack/ledger.ts';
import { callTask } from '../fixtures/batches/exports.ts';

/** A period that has ended whenever the test runs. */
export const PERIOD = '2026-01';

/** Requests the closing or reopening of the period as `ada` and returns the request. */
export async function requestPeriodChange(
  { call }: OperationCaller,
  change: 'close' | 'reopen',
  period: string = PERIOD,
): Promise<CallAnswer['body']> {
  const name = change === 'close' ? 'closeGeneralLedgerPeriod' : 'reopenGeneralLedgerPeriod';
  const answer = await call(name, { path: { period }, body: { reason: 'Month end' } });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** Approves as `grace`, another operator. */
export function approveLedgerRequest(
  { call }: OperationCaller,
  requestId: string,
  options: CallOptions = {},
): Promise<CallAnswer> {
  const path = { requestId };
  return call('approveGeneralLedgerRequest', { subject: 'grace', path, body: {}, ...options });
}

/** Expects that a request to close the period is decided, and has changed nothing. */
export async function expectUnclosed(caller: OperationCaller, requestId: string): Promise<void> {
  const late = await approveLedgerRequest(caller, requestId);
  expect(late.body).toMatchObject({ code: 'already_decided' });
  expect(await readPeriod(caller)).toMatchObject({ state: 'OPEN', version: 0 });
}

/** Runs the tasks of a closing in the order of the state machine. */
export async function runPeriodClose(tenant: string, batchId: string): Promise<void> {
  let next: { work?: unknown; isDone?: boolean } = {};
  while (next.isDone !== true) {
    next = await callTask('sum-period-entries', { tenant, batchId, ...next });
  }
  await callTask('complete-period-close', { tenant, batchId, ...next });
}

/** Runs the tasks as the state machine does, also that of a closing that failed. */
export async function endPeriodClose(tenant: string, batchId: string): Promise<void> {
  try {
    await runPeriodClose(tenant, batchId);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'BatchFailure')) throw error;
    const Cause = JSON.stringify({ errorMessage: error.message });
    const failure = { Error: error.name, Cause };
    await callTask('fail-period-close', { tenant, batchId, failure });
  }
}

/** Closes the period, from the request to CLOSED, and returns it. */
export async function closePeriod(
  caller: OperationCaller,
  tenant: string,
  period: string = PERIOD,
): Promise<CallAnswer['body']> {
  const { id } = await requestPeriodChange(caller, 'close', period);
  expect((await approveLedgerRequest(caller, id)).body).toMatchObject({ status: 'APPLIED' });
  await runPeriodClose(tenant, id);
  return readPeriod(caller, period);
}

export async function readPeriod(
  { call }: OperationCaller,
  period: string = PERIOD,
): Promise<CallAnswer['body']> {
  return (await call('getGeneralLedgerPeriod', { path: { period } })).body;
}

/** Changes the settings as `ada`, with the approval of `grace` where the change takes two. */
export async function applySettings(caller: OperationCaller, body: object): Promise<void> {
  const changed = await caller.call('updateGeneralLedgerSettings', { body });
  if (changed.status === 200) return;
  expect(changed.status).toBe(202);
  const approved = await approveLedgerRequest(caller, changed.body.id);
  expect(approved.body).toMatchObject({ status: 'APPLIED' });
}

/**
 * As `applySettings`, and lets what was cached before expire, by the clock: one process serves all
 * operations in most tests.
 */
export async function applySettingsEverywhere(
  caller: OperationCaller,
  body: object,
): Promise<void> {
  await applySettings(caller, body);
  advanceTime(CACHE_MS);
}

export function setControlAccountMode(
  caller: OperationCaller,
  control_accounts: 'ENFORCED' | 'REPORTED',
): Promise<void> {
  return applySettingsEverywhere(caller, { control_accounts });
}

/** Each read is a call of a function: more often, it would cost more than what is waited for. */
export const READ_EVERY_MS = 300;

/** Waits until the period is CLOSED. */
export async function waitForClosing(caller: OperationCaller, period: string): Promise<void> {
  for (;;) {
    const { state } = await readPeriod(caller, period);
    if (state !== 'CLOSING') return expect(state).toBe('CLOSED');
    await sleep(READ_EVERY_MS);
  }
}
