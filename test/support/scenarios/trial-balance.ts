// Scenarios of the general ledger. The requests to the tables are the same without a line.
import type { ScenariosByOperation } from './scenario-records.ts';

const period = { from: '2026-01-01', to: '2026-12-31' };

export const trialBalanceScenarios = {
  getTrialBalance: () => [{}, { query: period }, { query: { as_of: '2026-12-31', limit: '1' } }],
  getTieOut: () => [{}, { query: { as_of: '2026-12-31', limit: '1' } }],
  listLedgerAccountLines: ({ ledgerAccount }) => [
    { path: { code: ledgerAccount } },
    { path: { code: '1000' }, query: { ...period, limit: '1' } },
  ],
  getLedgerAccountBalances: ({ ledgerAccount }) => [
    { path: { code: ledgerAccount }, query: { from: '2026-01-01' } },
    { path: { code: '1000' }, query: { ...period, interval: 'day' } },
  ],
} satisfies ScenariosByOperation;
