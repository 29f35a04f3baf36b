// Every operation reads its records strongly consistently, but for indexes, which cannot be read so, read models and
// the directory of operators. The engines of the tests have no stale reads: what a request asks for is looked at.
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

const names = Object.keys(operations) as OperationName[];

/** What one request to the store reads of a table. */
type StoreRead = Readonly<Record<string, unknown>>;

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

/** The tables, and what a request reads of each. */
function listReads({ operation, input }: ObservedRequest): [table: string, read: StoreRead][] {
  if (operation === 'BatchGetStoreRead')
    return Object.entries(input['RequestStoreReads'] as StoreRead) as never;
  return ['GetStoreRead', 'Query', 'Scan'].includes(operation)
    ? [[String(input['TableName']), input]]
    : [];
}

function listRecordReads(requests: readonly ObservedRequest[]): StoreRead[] {
  const { ledger: records, receipts, webhooks } = ledger.tables;
  return requests
    .flatMap(listReads)
    .filter(
      ([table, read]) => [records, receipts, webhooks].includes(table) && !('IndexName' in read),
    )
    .map(([, read]) => read);
}

test.each(names)('%s asks for no stale record', (name) => {
  const reads = listRecordReads(asked.get(name) ?? []);

  expect(reads.filter(({ ConsistentRead }) => ConsistentRead !== true)).toEqual([]);
});

test('nor does anything that prepares them', () => {
  const reads = listRecordReads(ledger.proxy.requests);

  expect(reads.length).toBeGreaterThan(names.length);
  expect(reads.filter(({ ConsistentRead }) => ConsistentRead !== true)).toEqual([]);
});
