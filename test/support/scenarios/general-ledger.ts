// Scenarios of the operations on the general ledger.
import { repeatCall } from './scenario-records.ts';
import type { ScenariosByOperation } from './scenario-records.ts';

export const generalLedgerScenarios = {
  getGeneralLedgerSettings: () => [{}],
  updateGeneralLedgerSettings: () => [
    { body: { base_currency: 'EUR', effective_date_window: { days_back: 9_999 } } },
    { body: { time_zone: 'Africa/Nairobi', rule_conditions: 'STRICT', failing_rules: 'SKIP' } },
    { body: { time_zone: 'Nairobi' } },
    { body: { chart: 'ENFORCED', reason: 'The chart is complete' } },
  ],
  listGeneralLedgerAccounts: () => [{}],
  getGeneralLedgerAccount: ({ ledgerAccount }) => [{ path: { code: ledgerAccount } }],
  upsertGeneralLedgerAccount: () => [
    ...repeatCall({ path: { code: '1' }, body: { name: 'Assets', type: 'ASSET' } }),
    { path: { code: '10' }, body: { name: 'Cash', type: 'ASSET', parent: '1' } },
    {
      path: { code: '10' },
      body: { name: 'Cash', type: 'ASSET', parent: '1', currency: 'EUR', mappings: { HGB: '16' } },
    },
    { path: { code: '1' }, body: { name: 'Assets', type: 'ASSET', parent: '10' } },
  ],
} satisfies ScenariosByOperation;
