// Random histories of the money path and its controls against an independent model: checks every
// answer, replay and race, then the whole state, and finally verifies the ledger.
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

test('every history has the answers and the state that the oracle expects', async () => {
  const outcomes = await runHistories({ ledger, store }, 64);

  // Outcomes that never occurred were not tested.
  const others = [
    'approveAccountLifecycleRequest APPLIED',
    'approveAccountLifecycleRequest FAILED',
    'rejectAccountLifecycleRequest REJECTED',
    'withdrawAccountLifecycleRequest REJECTED',
    'approveFinancialAdjustmentRequest APPLIED',
    'approveFinancialAdjustmentRequest FAILED',
    'rejectFinancialAdjustmentRequest REJECTED',
    'withdrawFinancialAdjustmentRequest REJECTED',
    'updateGeneralLedgerSettings',
    'updateGeneralLedgerSettings SETTINGS_CHANGE PENDING_APPROVAL',
    'upsertGeneralLedgerAccount CLOSED',
    'approveGeneralLedgerRequest SETTINGS_CHANGE APPLIED',
    'rejectGeneralLedgerRequest SETTINGS_CHANGE REJECTED',
    'withdrawGeneralLedgerRequest SETTINGS_CHANGE REJECTED',
    'approveGeneralLedgerRequest PERIOD_CLOSE APPLIED',
    'approveGeneralLedgerRequest PERIOD_CLOSE FAILED',
    'approveGeneralLedgerRequest PERIOD_REOPEN APPLIED',
    'approveGeneralLedgerRequest YEAR_CLOSE APPLIED',
    'approveGeneralLedgerRequest YEAR_CLOSE FAILED',
    'replaceControls PENDING_APPROVAL',
    'postJournalEntry PENDING_APPROVAL',
    'approveChangeRequest APPLIED',
    'approveChangeRequest FAILED',
    'rejectChangeRequest REJECTED',
    'withdrawChangeRequest REJECTED',
    'period CLOSED',
    'period FAILED',
    'replaceAccountMetadata ACTIVE',
    'postJournalEntries',
    'postLoanTransaction',
    'replay',
    'race with consequences',
  ];
  expect(listMissingOutcomes(outcomes, others)).toEqual([]);
}, 3_600_000);
