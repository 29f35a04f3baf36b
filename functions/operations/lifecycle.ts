// Requests to freeze, unfreeze or close an account.
import type { Operation } from './row.ts';

// prettier-ignore
export const lifecycle = {
  submitAccountStatusTransition: {
    route: 'POST /api/accounts/{accountId}/status-transitions', api: 'ledger', area: 'lifecycle', permission: 'finance.write', success: 201, idempotent: true,
    locates: 'getAccountLifecycleRequest', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['account_not_found', 'transition_not_allowed', 'balance_not_zero', 'loans_not_settled'],
    summary: 'Request that an account be frozen, unfrozen or closed.',
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
    summary: 'Approve a lifecycle request of another operator: it is applied, or becomes FAILED when the account has changed.',
  },
  rejectAccountLifecycleRequest: {
    route: 'POST /api/account-lifecycle-requests/{requestId}/reject', api: 'ledger', area: 'lifecycle', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['lifecycle_request_not_found', 'already_decided'],
    summary: 'Reject a lifecycle request, or withdraw your own.',
  },
  withdrawAccountLifecycleRequest: {
    route: 'POST /api/account-lifecycle-requests/{requestId}/withdraw', api: 'ledger', area: 'lifecycle', permission: 'finance.write', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['not_the_maker', 'lifecycle_request_not_found', 'already_decided'],
    summary: 'Withdraw your own lifecycle request.',
  },
} as const satisfies Record<string, Operation>;
