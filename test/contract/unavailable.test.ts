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
  // A few at a time: on a busy machine a call to the store must not wait for so many others that it
  // reaches its own timeout, which leaves the outcome unknown.
  await ask(names, busy, { atOnce: 4, choose: () => 'throttle' });
  await ask(mutations, unconfirmed, {
    atOnce: 1,
    choose: (operation) => (operation === 'TransactWriteItems' ? 'unavailable' : 'none'),
  });
});
afterAll(() => ledger.stop());

interface Trouble {
  readonly atOnce: number;
  readonly choose: (operation: string) => StoreFault;
}

async function ask(
  operationNames: readonly OperationName[],
  answers: Map<OperationName, CallAnswer>,
  { atOnce, choose }: Trouble,
): Promise<void> {
  for (let first = 0; first < operationNames.length; first += atOnce) {
    const remainingMs = failUntilDeadline(choose);
    await Promise.all(
      operationNames.slice(first, first + atOnce).map(async (name) => {
        const [options] = scenarios[name](records);
        answers.set(name, await ledger.call(name, { ...options, remainingMs }));
      }),
    );
  }
  ledger.proxy.heal();
}

// Time for some attempts from the first fault on: on a busy machine the reads before it may take any time.
function failUntilDeadline(choose: Trouble['choose']): () => number {
  let end = Infinity;
  ledger.proxy.fail((operation) => {
    const fault = choose(operation);
    if (fault !== 'none') end = Math.min(end, Date.now() + 200);
    return fault;
  });
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
