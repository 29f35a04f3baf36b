// Every operation reads strongly consistently, but for indexes, which cannot be read so, the directory of operators
// and the rows of read models.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { setExportSchedule } from '../support/fixtures/batches/export-schedules.ts';
import { startWatchedExports } from '../support/fixtures/batches/exports.ts';
import type { WatchedExports } from '../support/fixtures/batches/exports.ts';
import { runPeriodClose } from '../support/accounting-periods/closings.ts';
import { createScenarioRecords } from '../support/scenarios/scenario-records.ts';
import { runYearClosings } from '../support/scenarios/scenario-year.ts';
import { scenarios } from '../support/scenarios/scenarios.ts';
import type { ObservedRequest } from '../support/stack/fault-proxy.ts';
import { listStaleReads } from '../support/contract/stale-reads.ts';

const names = Object.keys(operations) as OperationName[];

/** Those that show a row which may lag behind the ledger anyway. */
const READ_MODELS: ReadonlySet<OperationName> = new Set([
  'listLoanActivity',
  'getLoanActivity',
  'listLedgerActivity',
  'getLedgerActivity',
  'listProductPublications',
  'getProductPublication',
  'getSystem',
]);

/** What each operation asked of the store. */
const asked = new Map<OperationName, readonly ObservedRequest[]>();

let ledger: WatchedExports;
beforeAll(async () => {
  ledger = await startWatchedExports();
  await runYearClosings(ledger, 'acme');
  await setExportSchedule(ledger, 'acme');
  const records = await createScenarioRecords(ledger);
  await runPeriodClose('acme', records.approvedClosing);
  for (const name of names) {
    const before = ledger.proxy.requests.length;
    const [options] = scenarios[name](records);
    await ledger.call(name, options);
    asked.set(name, ledger.proxy.requests.slice(before));
  }
});
afterAll(() => ledger.stop());

test.each(names)('%s asks for no stale read', (name) => {
  const { projections, ...records } = ledger.tables;
  const tables = Object.values(READ_MODELS.has(name) ? records : { ...records, projections });

  const stale = (asked.get(name) ?? []).flatMap((request) => listStaleReads(request, tables));

  expect(stale).toEqual([]);
});

test('almost every operation reads something', () => {
  const reading = names.filter((name) =>
    (asked.get(name) ?? []).some(({ operation }) => /Get|Query/.test(operation)),
  );

  expect(reading.length).toBeGreaterThan(names.length - 10);
});
