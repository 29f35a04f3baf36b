// Scenarios of the operations on the general ledger.
import type { ScenariosByOperation } from './scenario-records.ts';

export const generalLedgerScenarios = {
  getGeneralLedgerSettings: () => [{}],
  updateGeneralLedgerSettings: () => [
    { body: { base_currency: 'EUR', effective_date_window: { days_back: 9_999 } } },
    { body: { time_zone: 'Africa/Nairobi' } },
    { body: { time_zone: 'Nairobi' } },
  ],
} satisfies ScenariosByOperation;
