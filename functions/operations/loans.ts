// Loans and their transactions.
import { MOVES_MONEY } from './row.ts';
import type { Operation } from './row.ts';

// prettier-ignore
export const loans = {
  createLoan: {
    ...MOVES_MONEY, route: 'POST /api/loans', api: 'ledger', area: 'loans', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getLoan', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_amount', 'account_not_found', 'currency_mismatch', 'account_not_active'],
    summary: 'Create a loan that is disbursed to and repaid from an account.',
  },
  listLoans: {
    route: 'GET /api/loans', api: 'ledger', area: 'loans', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the loans of the tenant, oldest first.',
  },
  getLoan: {
    route: 'GET /api/loans/{loanId}', api: 'ledger', area: 'loans', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['loan_not_found'],
    summary: 'Read a loan with its outstanding amounts: never stale.',
  },
  postLoanTransaction: {
    ...MOVES_MONEY, route: 'POST /api/loans/{loanId}/transactions', api: 'ledger', area: 'loans', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getTransaction', uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: [
      'policy_denied', 'invalid_amount', 'allocation_mismatch', 'too_many_writes', 'entry_too_large', 'loan_not_found', 'currency_mismatch', 'disbursement_exceeds_principal', 'allocation_exceeds_outstanding',
      'loan_settled', 'account_not_active', 'insufficient_funds', 'balance_out_of_range', 'period_closed', 'general_ledger_account_unknown', 'general_ledger_account_closed', 'general_ledger_account_currency',
      'control_account_mismatch',
    ],
    summary: 'Disburse, repay, or accrue interest or a fee, with one journal entry.',
  },
  listLoanTransactions: {
    route: 'GET /api/loans/{loanId}/transactions', api: 'ledger', area: 'loans', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger:GetItem'], refuses: ['invalid_cursor', 'loan_not_found'],
    summary: 'List the transactions of a loan in the order of posting.',
  },
  getTransaction: {
    route: 'GET /api/transactions/{transactionId}', api: 'ledger', area: 'loans', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem'], refuses: ['transaction_not_found'],
    summary: 'Read a loan transaction.',
  },
} as const satisfies Record<string, Operation>;
