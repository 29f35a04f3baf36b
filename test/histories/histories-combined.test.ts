// As histories-with-faults.test.ts, where requests that wait for one account are combined (ADR 125): the model of the
// ledger knows nothing of it, and every answer and record is the same.
import { afterAll, expect, test } from '@jest/globals';
import { whileContended } from '../support/combining/queues.ts';
import { startWatchedLedger } from '../support/stack/ledger.ts';
import { runHistories } from '../support/oracle/histories/run-histories.ts';
import { buildPlannedFaults } from '../support/oracle/histories/store-faults.ts';
import { openStore } from '../support/invariants/verification.ts';

const ledger = await startWatchedLedger({ shards: 2, combines: true });
const store = openStore(ledger.tables);
afterAll(async () => {
  store.documents.destroy();
  await ledger.stop();
});

test('combining changes neither answers nor state', async () => {
  const faults = buildPlannedFaults(ledger.proxy);

  const outcomes = await whileContended(ledger, () => runHistories({ ledger, store, faults }, 16));

  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining(['retry after 503', 'replay', 'race with consequences']),
  );
  const deleted = ledger.proxy.requests.flatMap(({ operation, actions }) =>
    operation === 'TransactWriteItems'
      ? actions.filter((action) => action === `DeleteItem ${ledger.intentsTable}`)
      : [],
  );
  expect(deleted.length).toBeGreaterThan(0);
}, 3_600_000);
