// Accounts, their balances and statements.
import { CONCERNS_PRODUCT } from './row.ts';
import type { Operation } from './row.ts';

// prettier-ignore
export const accounts = {
  createAccount: {
    ...CONCERNS_PRODUCT, route: 'POST /api/accounts', api: 'ledger', area: 'accounts', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getAccount', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: ['external_id_taken'],
    summary: 'Open an account with a balance of 0.00.',
  },
  listAccounts: {
    route: 'GET /api/accounts', api: 'ledger', area: 'accounts', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', filtered: true, uses: ['ledger:GetItem', 'ledger:Query', 'ledger:BatchGetItem', 'projections:GetItem', 'projections:Query'],
    refuses: ['invalid_cursor', 'projection_not_built'],
    summary: 'List the accounts of the tenant, oldest first, all of them or those that match filters.',
  },
  getAccount: {
    route: 'GET /api/accounts/{accountId}', api: 'ledger', area: 'accounts', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem'], refuses: ['account_not_found'],
    summary: 'Read an account.',
  },
  replaceAccountMetadata: {
    route: 'PUT /api/accounts/{accountId}/metadata', api: 'ledger', area: 'accounts', permission: 'finance.write', success: 200, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: ['account_not_found'],
    summary: 'Replace the metadata of an account.',
  },
  getAccountBalance: {
    route: 'GET /api/accounts/{accountId}/balance', api: 'ledger', area: 'accounts', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem', 'ledger:Query'], refuses: ['invalid_as_of', 'account_not_found'],
    summary: 'Read the balance for a financial decision, never stale, or as of an instant in the past.',
  },
  getAccountStatement: {
    route: 'GET /api/accounts/{accountId}/statement', api: 'ledger', area: 'accounts', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger:GetItem'], refuses: ['invalid_period', 'invalid_cursor', 'account_not_found'],
    summary: 'List the entries of an account in the order of posting, with the opening and closing balance of a period.',
  },
} as const satisfies Record<string, Operation>;
