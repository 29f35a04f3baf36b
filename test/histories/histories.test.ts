// Random histories of the whole control and money path against an independent model of it: every
// answer, every replay and every race, then the whole state, then the checker of the books.
import { afterAll, expect, test } from '@jest/globals';
import { startLedger } from '../support/stack/ledger.ts';
import { runHistories, listMissingOutcomes } from '../support/oracle/histories/run-histories.ts';
import { openStore } from '../support/invariants/verification.ts';

const ledger = await startLedger({ shards: 2 });
const store = openStore(ledger.tables);
afterAll(async () => {
  store.documents.destroy();
  await ledger.stop();
});

test('every history is answered as the oracle says, and leaves the state that it says', async () => {
  const outcomes = await runHistories({ ledger, store }, 64);

  // What never happened was not tried.
  const others = [
    'approveAccountLifecycleRequest APPLIED',
    'approveAccountLifecycleRequest FAILED',
    'rejectAccountLifecycleRequest REJECTED',
    'approveFinancialAdjustmentRequest APPLIED',
    'approveFinancialAdjustmentRequest FAILED',
    'rejectFinancialAdjustmentRequest REJECTED',
    'postJournalEntries',
    'postLoanTransaction',
    'replay',
    'race with consequences',
  ];
  expect(listMissingOutcomes(outcomes, others)).toEqual([]);
}, 3_600_000);
