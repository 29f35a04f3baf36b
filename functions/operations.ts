// THE TABLE of operations. A row yields the route, the Lambda with its role and environment, the
// OpenAPI operation, the metrics and the convention tests; the rest of an operation is one file in
// api/<area>/, a request and a response schema and one test, all with the row's name.
import type { RefusalCode } from './domain/refusals.ts';

export type Permission =
  | 'finance.read'
  | 'finance.write'
  | 'finance.approve'
  | 'configuration.write'
  | 'compliance.operate'
  | 'audit.read';

export type Area = 'accounts' | 'journal' | 'lifecycle' | 'adjustments' | 'loans';

/** What an operation may do with which table, or index of it: one grant each. */
export type Use =
  | 'ledger:GetItem'
  | 'ledger:BatchGetItem'
  | 'ledger:Query'
  | 'ledger:PutItem'
  | 'ledger:ConditionCheckItem'
  | 'ledger/requests-by-state:Query'
  | 'ledger/requests-by-subject:Query'
  | 'receipts:GetItem'
  | 'receipts:BatchGetItem'
  | 'receipts:PutItem';

export interface Operation {
  readonly route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  readonly api: 'ledger' | 'workbench';
  readonly area: Area;
  readonly permission: Permission;
  readonly success: 200 | 201 | 202;
  /** Needs an Idempotency-Key and answers a repeated one with the first answer. */
  readonly idempotent: boolean;
  /** The operation that reads what this one makes; gives the Location header. */
  readonly locates?: string;
  /** How a list is answered: as `{ items, next_cursor }`, or as an array with a Link header. */
  readonly list?: 'page' | 'array';
  readonly uses: readonly Use[];
  /** What it may say no with, beyond what every operation may. */
  readonly refuses: readonly RefusalCode[];
  readonly summary: string;
}

const posting = [
  'mixed_currencies',
  'invalid_ledger_line',
  'unbalanced',
  'invalid_amount',
  'too_many_writes',
  'entry_too_large',
  'account_not_found',
  'currency_mismatch',
  'account_not_active',
  'opening_balance_not_first',
  'insufficient_funds',
  'balance_out_of_range',
] as const;

// prettier-ignore
const rows = {
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
    uses: ['ledger:GetItem'], refuses: ['account_not_found'],
    summary: 'Read the balance to base a financial decision on: never stale.',
  },
  getAccountStatement: {
    route: 'GET /api/accounts/{accountId}/statement', api: 'ledger', area: 'accounts', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger:GetItem'], refuses: ['invalid_period', 'invalid_cursor', 'account_not_found'],
    summary: 'List the entries of an account in the order of posting.',
  },
  postJournalEntry: {
    route: 'POST /api/journal-entries', api: 'ledger', area: 'journal', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getJournalEntry', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: posting,
    summary: 'Post one balanced journal entry with its postings on accounts.',
  },
  postJournalEntries: {
    route: 'POST /api/journal-entries/batch', api: 'ledger', area: 'journal', permission: 'finance.write', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'], refuses: posting,
    summary: 'Post up to 25 journal entries, all of them or none.',
  },
  listJournalEntries: {
    route: 'GET /api/journal-entries', api: 'ledger', area: 'journal', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query'], refuses: ['invalid_period', 'invalid_cursor'],
    summary: 'List the journal entries of the tenant in the order of posting.',
  },
  getJournalEntry: {
    route: 'GET /api/journal-entries/{journalEntryId}', api: 'ledger', area: 'journal', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem'], refuses: ['journal_entry_not_found'],
    summary: 'Read a journal entry.',
  },
  submitAccountStatusTransition: {
    route: 'POST /api/accounts/{accountId}/status-transitions', api: 'ledger', area: 'lifecycle', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getAccountLifecycleRequest', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['account_not_found', 'transition_not_allowed', 'balance_not_zero'],
    summary: 'Ask for an account to be frozen, unfrozen or closed.',
  },
  listAccountLifecycleRequests: {
    route: 'GET /api/account-lifecycle-requests', api: 'ledger', area: 'lifecycle', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger/requests-by-state:Query', 'ledger/requests-by-subject:Query'], refuses: ['invalid_cursor'],
    summary: 'List the lifecycle requests of the tenant, newest first.',
  },
  getAccountLifecycleRequest: {
    route: 'GET /api/account-lifecycle-requests/{requestId}', api: 'ledger', area: 'lifecycle', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['lifecycle_request_not_found'],
    summary: 'Read a lifecycle request.',
  },
  approveAccountLifecycleRequest: {
    route: 'POST /api/account-lifecycle-requests/{requestId}/approve', api: 'ledger', area: 'lifecycle', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['self_approval', 'lifecycle_request_not_found', 'already_decided'],
    summary: 'Approve a lifecycle request of another operator: it is applied, or has FAILED when the account has moved on.',
  },
  rejectAccountLifecycleRequest: {
    route: 'POST /api/account-lifecycle-requests/{requestId}/reject', api: 'ledger', area: 'lifecycle', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['lifecycle_request_not_found', 'already_decided'],
    summary: 'Reject a lifecycle request, or withdraw your own.',
  },
  createLoan: {
    route: 'POST /api/loans', api: 'ledger', area: 'loans', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getLoan', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_amount', 'account_not_found', 'currency_mismatch', 'account_not_active'],
    summary: 'Agree on a loan that is paid out and repaid on an account.',
  },
  listLoans: {
    route: 'GET /api/loans', api: 'ledger', area: 'loans', permission: 'finance.read', success: 200, idempotent: false,
    list: 'array', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the loans of the tenant, oldest first.',
  },
  getLoan: {
    route: 'GET /api/loans/{loanId}', api: 'ledger', area: 'loans', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['loan_not_found'],
    summary: 'Read a loan with what is outstanding: never stale.',
  },
  postLoanTransaction: {
    route: 'POST /api/loans/{loanId}/transactions', api: 'ledger', area: 'loans', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getTransaction', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: [
      'invalid_amount', 'allocation_mismatch', 'loan_not_found', 'currency_mismatch', 'disbursement_exceeds_principal', 'allocation_exceeds_outstanding',
      'loan_settled', 'account_not_active', 'insufficient_funds', 'balance_out_of_range',
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
    uses: ['ledger:GetItem'], refuses: ['transaction_not_found'],
    summary: 'Read a loan transaction.',
  },
  submitFinancialAdjustmentRequest: {
    route: 'POST /api/financial-adjustment-requests', api: 'ledger', area: 'adjustments', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getFinancialAdjustmentRequest', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['correction_required', 'correction_not_allowed', 'wrong_correction', 'mixed_currencies', 'invalid_ledger_line', 'unbalanced', 'invalid_amount',
      'too_many_writes', 'entry_too_large', 'account_not_found', 'journal_entry_not_found', 'transaction_not_found', 'target_is_reversal', 'already_reversed',
      'adjust_the_transaction', 'currency_mismatch'],
    summary: 'Ask for a record of the books to be reversed or corrected.',
  },
  listFinancialAdjustmentRequests: {
    route: 'GET /api/financial-adjustment-requests', api: 'ledger', area: 'adjustments', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger/requests-by-state:Query', 'ledger/requests-by-subject:Query'], refuses: ['invalid_cursor'],
    summary: 'List the adjustment requests of the tenant, newest first.',
  },
  getFinancialAdjustmentRequest: {
    route: 'GET /api/financial-adjustment-requests/{requestId}', api: 'ledger', area: 'adjustments', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['adjustment_request_not_found'],
    summary: 'Read an adjustment request.',
  },
  approveFinancialAdjustmentRequest: {
    route: 'POST /api/financial-adjustment-requests/{requestId}/approve', api: 'ledger', area: 'adjustments', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['self_approval', 'entry_too_large', 'adjustment_request_not_found', 'already_decided'],
    summary: 'Approve an adjustment request of another operator: it is posted, or has FAILED when it cannot be.',
  },
  rejectFinancialAdjustmentRequest: {
    route: 'POST /api/financial-adjustment-requests/{requestId}/reject', api: 'ledger', area: 'adjustments', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['adjustment_request_not_found', 'already_decided'],
    summary: 'Reject an adjustment request, or withdraw your own.',
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof rows;

export const operations: Readonly<Record<OperationName, Operation>> = rows;

/** The method and the path template of a row. */
export function routeOf(operation: Operation): { method: string; path: string } {
  const [method = '', path = ''] = operation.route.split(' ');
  return { method, path };
}

/** The name of an operation's file, schemas, test and Lambda: createAccount is create-account. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
