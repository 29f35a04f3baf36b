// The general ledger of a tenant: its settings.
import type { Operation } from './row.ts';

/** Every caller who posts, configures or audits can see which controls apply. */
const READERS = ['finance.read', 'configuration.write', 'audit.read'] as const;

// prettier-ignore
export const generalLedger = {
  getGeneralLedgerSettings: {
    route: 'GET /api/general-ledger/settings', api: 'ledger', area: 'general-ledger', permission: READERS, success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem'], refuses: [],
    summary: 'Read the settings of the general ledger, or their defaults.',
  },
  updateGeneralLedgerSettings: {
    route: 'PUT /api/general-ledger/settings', api: 'ledger', area: 'general-ledger', permission: 'configuration.write', success: 200, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: ['invalid_general_ledger_settings'],
    summary: 'Change the settings of the general ledger.',
  },
} as const satisfies Record<string, Operation>;
