// The general ledger: balances of account codes, their lines, and the tie-out of control accounts.
import type { Operation } from '../row.ts';

const READ_ROW = {
  api: 'ledger',
  area: 'general-ledger',
  permission: ['finance.read', 'audit.read'],
  success: 200,
  idempotent: false,
} as const;

// prettier-ignore
export const trialBalance = {
  getTrialBalance: {
    ...READ_ROW, route: 'GET /api/general-ledger/trial-balance', list: 'page', uses: ['projections:GetItem', 'projections:Query', 'ledger:BatchGetItem', 'ledger:Query'],
    refuses: ['invalid_as_of', 'invalid_period', 'invalid_cursor'],
    summary: 'Read the trial balance as of a day or of a period: the balances of all general-ledger accounts per currency, with totals.',
  },
  getTieOut: {
    ...READ_ROW, route: 'GET /api/general-ledger/tie-out', list: 'page', uses: ['projections:GetItem', 'projections:Query', 'ledger:BatchGetItem', 'ledger:Query'],
    refuses: ['invalid_cursor'],
    summary: 'Read the tie-out as of a day: the balance of each control account, the sum of the accounts and loans that it controls, and the difference.',
  },
  listLedgerAccountLines: {
    ...READ_ROW, route: 'GET /api/general-ledger/accounts/{code}/lines', list: 'page', uses: ['projections:GetItem', 'projections:Query', 'ledger:BatchGetItem', 'ledger:Query'],
    refuses: ['invalid_period', 'invalid_cursor', 'general_ledger_account_not_found'],
    summary: 'List the lines of a general-ledger account by currency and accounting date, with the balance after each.',
  },
  getLedgerAccountBalances: {
    ...READ_ROW, route: 'GET /api/general-ledger/accounts/{code}/balances', uses: ['projections:GetItem', 'projections:Query', 'ledger:BatchGetItem', 'ledger:Query'],
    refuses: ['invalid_period', 'general_ledger_account_not_found'],
    summary: 'Read the balances of a general-ledger account at the end of each day, month or year of a period, per currency.',
  },
} as const satisfies Record<string, Operation>;
