// The general ledger of a tenant: its settings and its chart of accounts.
import { CHANGES_CONFIGURATION } from '../row.ts';
import type { Operation } from '../row.ts';

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
    ...CHANGES_CONFIGURATION, route: 'PUT /api/general-ledger/settings', api: 'ledger', area: 'general-ledger', permission: 'configuration.write', success: 200, idempotent: true,
    defers: ['getGeneralLedgerRequest', 'getChangeRequest'], uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: ['invalid_general_ledger_settings'],
    summary: 'Change the settings of the general ledger, or request the change where chart or control accounts are enforced or a control catches it.',
  },
  listGeneralLedgerAccounts: {
    route: 'GET /api/general-ledger/accounts', api: 'ledger', area: 'general-ledger', permission: READERS, success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the chart of accounts in the order of its codes.',
  },
  getGeneralLedgerAccount: {
    route: 'GET /api/general-ledger/accounts/{code}', api: 'ledger', area: 'general-ledger', permission: READERS, success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['general_ledger_account_not_found'],
    summary: 'Read an account of the chart.',
  },
  upsertGeneralLedgerAccount: {
    ...CHANGES_CONFIGURATION, route: 'PUT /api/general-ledger/accounts/{code}', api: 'ledger', area: 'general-ledger', permission: 'configuration.write', success: 200, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_general_ledger_account', 'invalid_general_ledger_parent'],
    summary: 'Add an account to the chart, or replace it.',
  },
} as const satisfies Record<string, Operation>;
