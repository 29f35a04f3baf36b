// A closed fiscal year, and requests for its closing.
import { expect } from '@jest/globals';
import { listYearPeriods } from '../../../functions/domain/general-ledger/fiscal-years.ts';
import {
  approveLedgerRequest,
  requestPeriodChange,
  runPeriodClose,
} from '../accounting-periods/closings.ts';
import { defineChart, postLines, requestYearClosing } from '../accounting-periods/years.ts';
import { projectReceipts } from '../projections/projections.ts';
import type { OperationCaller, TestLedger } from '../stack/ledger.ts';

/** A year in which nothing else posts. */
export const SCENARIO_YEAR = '2018-01';

/**
 * Closes every period of the year and returns three requests to close the year. `finish` completes the closings
 * of these periods, by their requests, and brings the trial balance up to date.
 */
export async function createYearClosings(
  caller: OperationCaller,
  finish: (closings: ReadonlyMap<string, string>) => Promise<void>,
): Promise<string[]> {
  await defineChart(caller);
  await postLines(caller, { debit: '1000', credit: '7000', amount: '1.00', date: '2018-06-30' });
  const closings = new Map<string, string>();
  for (const period of listYearPeriods(SCENARIO_YEAR)) {
    const { id } = await requestPeriodChange(caller, 'close', period);
    await approveLedgerRequest(caller, id);
    closings.set(period, id);
  }
  await finish(closings);
  const requested = [
    await requestYearClosing(caller, SCENARIO_YEAR),
    await requestYearClosing(caller, SCENARIO_YEAR),
    await requestYearClosing(caller, SCENARIO_YEAR),
  ];
  expect(requested.map(({ status }) => status)).toEqual([201, 201, 201]);
  return requested.map(({ body }) => body.id as string);
}

/** As `createYearClosings`, on a ledger whose tasks the test runs. */
export function runYearClosings(
  ledger: TestLedger,
  tenant: string,
  caller: OperationCaller = ledger,
): Promise<string[]> {
  return createYearClosings(caller, async (closings) => {
    for (const id of closings.values()) await runPeriodClose(tenant, id);
    await projectReceipts(ledger, tenant);
  });
}
