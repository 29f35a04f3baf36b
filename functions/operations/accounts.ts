// Accounts, their balances and statements.
import type { Operation } from './row.ts';

// prettier-ignore
export const accounts = {
  createAccount: {
    route: 'POST /api/accounts', api: 'ledger', area: 'accounts', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getAccount', uses: ['ledger:PutItem', 'receipts:PutItem'], refuses: [],
    summary: 'Open an account with a balance of 0.00.',
  },
  listAccounts: {
    route: 'GET /api/accounts', api: 'ledger', area: 'accounts', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query', 'ledger:BatchGetItem'], refuses: ['invalid_cursor'],
    summary: 'List the accounts of the tenant, oldest first.',
  },
  getAccount: {
    route: 'GET /api/accounts/{accountId}', api: 'ledger', area: 'accounts', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem'], refuses: ['account_not_found'],
    summary: 'Read an account.',
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
