// Accounting periods, and the requests that change the general ledger with two operators.
import type { Operation } from '../row.ts';

/** Every caller who posts, configures or audits can see which periods are closed. */
const READERS = ['finance.read', 'configuration.write', 'audit.read'] as const;

/** Periods are closed with the one, settings changed with the other. */
const MAKERS = ['finance.write', 'configuration.write'] as const;

// prettier-ignore
export const accountingPeriods = {
  listGeneralLedgerPeriods: {
    route: 'GET /api/general-ledger/periods', api: 'ledger', area: 'accounting-periods', permission: READERS, success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the accounting periods that have been closed at least once, in order.',
  },
  getGeneralLedgerPeriod: {
    route: 'GET /api/general-ledger/periods/{period}', api: 'ledger', area: 'accounting-periods', permission: READERS, success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: [],
    summary: 'Read an accounting period: its state and, once closed, its control totals.',
  },
  closeGeneralLedgerPeriod: {
    route: 'POST /api/general-ledger/periods/{period}/close', api: 'ledger', area: 'accounting-periods', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getGeneralLedgerRequest', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['period_not_ended', 'period_not_open'],
    summary: 'Request that an accounting period be closed.',
  },
  reopenGeneralLedgerPeriod: {
    route: 'POST /api/general-ledger/periods/{period}/reopen', api: 'ledger', area: 'accounting-periods', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getGeneralLedgerRequest', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['period_not_closed'],
    summary: 'Request that a closed accounting period be reopened.',
  },
  closeGeneralLedgerYear: {
    route: 'POST /api/general-ledger/years/{year}/close', api: 'ledger', area: 'accounting-periods', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getGeneralLedgerRequest', uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'projections:GetItem', 'projections:Query', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['fiscal_year_mismatch', 'period_not_closed', 'trial_balance_late', 'invalid_equity_account', 'nothing_to_close', 'balance_out_of_range', 'general_ledger_account_unknown', 'general_ledger_account_closed', 'general_ledger_account_currency', 'control_account_mismatch'],
    summary: 'Request that a fiscal year be closed: proposes the entries that move its income and expense to an equity account.',
  },
  listGeneralLedgerRequests: {
    route: 'GET /api/general-ledger/requests', api: 'ledger', area: 'accounting-periods', permission: READERS, success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger/requests-by-state:Query', 'ledger/requests-by-subject:Query'], refuses: ['invalid_cursor'],
    summary: 'List the general-ledger requests of the tenant, newest first.',
  },
  getGeneralLedgerRequest: {
    route: 'GET /api/general-ledger/requests/{requestId}', api: 'ledger', area: 'accounting-periods', permission: READERS, success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['general_ledger_request_not_found'],
    summary: 'Read a general-ledger request.',
  },
  approveGeneralLedgerRequest: {
    route: 'POST /api/general-ledger/requests/{requestId}/approve', api: 'ledger', area: 'accounting-periods', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'projections:GetItem', 'projections:Query', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['self_approval', 'general_ledger_request_not_found', 'already_decided', 'trial_balance_late'],
    summary: 'Approve a general-ledger request of another operator: it is applied, or becomes FAILED when the period or the year has changed.',
  },
  rejectGeneralLedgerRequest: {
    route: 'POST /api/general-ledger/requests/{requestId}/reject', api: 'ledger', area: 'accounting-periods', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['general_ledger_request_not_found', 'already_decided'],
    summary: 'Reject a general-ledger request, or withdraw your own.',
  },
  withdrawGeneralLedgerRequest: {
    route: 'POST /api/general-ledger/requests/{requestId}/withdraw', api: 'ledger', area: 'accounting-periods', permission: MAKERS, success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['not_the_maker', 'general_ledger_request_not_found', 'already_decided'],
    summary: 'Withdraw your own general-ledger request.',
  },
} as const satisfies Record<string, Operation>;
