// As histories.test.ts, with a store that conflicts, throttles, loses answers and crashes: clients
// retry until they have an answer, and every request takes effect once.
import { afterAll, expect, test } from '@jest/globals';
import { startWatchedLedger } from '../support/stack/ledger.ts';
import { runHistories } from '../support/oracle/histories/run-histories.ts';
import { buildPlannedFaults } from '../support/oracle/histories/store-faults.ts';
import { openStore } from '../support/invariants/verification.ts';

const ledger = await startWatchedLedger({ shards: 2 });
const store = openStore(ledger.tables);
afterAll(async () => {
  store.documents.destroy();
  await ledger.stop();
});

test('faults of the store change neither answers nor state', async () => {
  const faults = buildPlannedFaults(ledger.proxy);

  const outcomes = await runHistories({ ledger, store, faults }, 32);

  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining([
      'retry after 503',
      'replay',
      'race with consequences',
      'approveFinancialAdjustmentRequest APPLIED',
      'approveAccountLifecycleRequest APPLIED',
      'postLoanTransaction',
    ]),
  );
}, 3_600_000);
