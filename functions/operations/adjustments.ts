// Requests to reverse or correct a stored record.
import type { Operation } from './row.ts';

// prettier-ignore
export const adjustments = {
  submitFinancialAdjustmentRequest: {
    route: 'POST /api/financial-adjustment-requests', api: 'ledger', area: 'adjustments', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getFinancialAdjustmentRequest', uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['correction_required', 'correction_not_allowed', 'wrong_correction', 'mixed_currencies', 'invalid_ledger_line', 'unbalanced', 'invalid_amount',
      'allocation_mismatch', 'too_many_writes', 'entry_too_large', 'account_not_found', 'journal_entry_not_found', 'transaction_not_found', 'target_is_reversal', 'already_reversed',
      'adjust_the_transaction', 'currency_mismatch', 'balance_out_of_range', 'period_closed', 'general_ledger_account_unknown', 'general_ledger_account_closed',
      'general_ledger_account_currency', 'control_account_mismatch'],
    summary: 'Request the reversal or correction of a stored record.',
  },
  previewFinancialAdjustment: {
    route: 'POST /api/financial-adjustment-requests/preview', api: 'ledger', area: 'adjustments', permission: 'finance.write', success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'receipts:BatchGetItem'],
    refuses: ['account_not_found', 'journal_entry_not_found', 'transaction_not_found'],
    summary: 'Preview what the approval of a reversal or correction would post now, before it is requested; nothing is written.',
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
    uses: ['ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['self_approval', 'adjustment_request_not_found', 'already_decided'],
    summary: 'Approve an adjustment request of another operator: it is posted, or becomes FAILED when it cannot be posted.',
  },
  rejectFinancialAdjustmentRequest: {
    route: 'POST /api/financial-adjustment-requests/{requestId}/reject', api: 'ledger', area: 'adjustments', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['adjustment_request_not_found', 'already_decided'],
    summary: 'Reject an adjustment request, or withdraw your own.',
  },
  withdrawFinancialAdjustmentRequest: {
    route: 'POST /api/financial-adjustment-requests/{requestId}/withdraw', api: 'ledger', area: 'adjustments', permission: 'finance.write', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['not_the_maker', 'adjustment_request_not_found', 'already_decided'],
    summary: 'Withdraw your own adjustment request.',
  },
} as const satisfies Record<string, Operation>;
