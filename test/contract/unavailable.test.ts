// Every operation answers 503 while the store is unavailable and claims no more than it knows. A
// new operation is covered by its scenario (test/support/scenarios).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { setExportSchedule } from '../support/fixtures/batches/export-schedules.ts';
import { startWatchedExports } from '../support/fixtures/batches/exports.ts';
import type { WatchedExports } from '../support/fixtures/batches/exports.ts';
import type { StoreFault } from '../support/stack/fault-proxy.ts';
import type { CallAnswer } from '../support/stack/ledger.ts';
import { readAllItems } from '../support/stack/tables.ts';
import { runPeriodClose } from '../support/accounting-periods/closings.ts';
import { createScenarioRecords } from '../support/scenarios/scenario-records.ts';
import type { ScenarioRecords } from '../support/scenarios/scenario-records.ts';
import { runYearClosings } from '../support/scenarios/scenario-year.ts';
import { scenarios } from '../support/scenarios/scenarios.ts';

const names = Object.keys(operations) as OperationName[];
// The only stored export has no file: its delivery is refused before any request to the store.
const mutations = names.filter(
  (name) => operations[name].idempotent && name !== 'recordExportDelivery',
);
const AT_ONCE = 4;

const busy = new Map<OperationName, CallAnswer>();
const unconfirmed = new Map<OperationName, CallAnswer>();

let ledger: WatchedExports;
let records: ScenarioRecords;
let before: object;
beforeAll(async () => {
  ledger = await startWatchedExports();
  await runYearClosings(ledger, 'acme');
  await setExportSchedule(ledger, 'acme');
  records = await createScenarioRecords(ledger);
  await runPeriodClose('acme', records.approvedClosing);
  before = await everything();
  await ask(names, busy, () => 'throttle');
  await ask(mutations, unconfirmed, (operation) =>
    operation === 'TransactWriteItems' ? 'unavailable' : 'none',
  );
});
afterAll(() => ledger.stop());

async function ask(
  operationNames: readonly OperationName[],
  answers: Map<OperationName, CallAnswer>,
  choose: (operation: string) => StoreFault,
): Promise<void> {
  ledger.proxy.fail(choose);
  // A few at a time: on a busy machine a call to the store must not wait for so many others that it
  // reaches its own timeout, which leaves the outcome unknown.
  for (let first = 0; first < operationNames.length; first += AT_ONCE) {
    await Promise.all(
      operationNames.slice(first, first + AT_ONCE).map(async (name) => {
        const [options] = scenarios[name](records);
        answers.set(name, await ledger.call(name, { ...options, remainingMs: buildDeadline() }));
      }),
    );
  }
  ledger.proxy.heal();
}

// Time for some attempts, without a deadline in the middle of one.
function buildDeadline(): () => number {
  const end = Date.now() + 300;
  return () => (Date.now() < end ? 30_000 : 1_000);
}

const everything = () =>
  Promise.all(Object.values(ledger.tables).map((table) => readAllItems(table)));

test.each(names)('%s asks the client to retry', (name) => {
  const { status, headers, body } = busy.get(name) ?? {};

  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'contention' } });
  expect(Number(headers?.['Retry-After'])).toBeGreaterThan(0);
});

test.each(mutations)('%s does not report an unconfirmed write as done', (name) => {
  const { status, headers, body } = unconfirmed.get(name) ?? {};

  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } });
  expect(Number(headers?.['Retry-After'])).toBeGreaterThan(0);
});

test('changes nothing', async () => {
  expect(await everything()).toEqual(before);
});
