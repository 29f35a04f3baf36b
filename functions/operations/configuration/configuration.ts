// What an operator asks before the configuration is changed.
import type { Operation } from '../row.ts';

// prettier-ignore
export const configuration = {
  previewConfigurationChange: {
    route: 'POST /api/configuration-changes/preview', api: 'ledger', area: 'configuration', permission: 'configuration.write', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'projections:GetItem', 'projections:Query', 'receipts:BatchGetItem'],
    refuses: ['rule_not_found'],
    summary: 'Check and preview a change of the configuration: what it would change now, or why it would be refused; nothing is written.',
  },
  evaluateControls: {
    route: 'POST /api/controls/evaluate', api: 'ledger', area: 'configuration', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:Query', 'ledger:BatchGetItem'], refuses: ['invalid_expression', 'invalid_control'],
    summary: 'Try controls, stored or given, on the newest postings of the journal; nothing is written.',
  },
} as const satisfies Record<string, Operation>;
