// The controls of a tenant, and the change requests of the operations that they catch.
import type { Operation } from './row.ts';

/** Every caller who posts, configures or audits can see which controls apply. */
const READERS = ['finance.read', 'configuration.write', 'audit.read'] as const;

/** One of them has permitted the operation that waits. */
const MAKERS = ['configuration.write', 'finance.write', 'compliance.operate'] as const;

// prettier-ignore
export const controls = {
  getControls: {
    route: 'GET /api/controls', api: 'ledger', area: 'controls', permission: READERS, success: 200, idempotent: false,
    uses: ['ledger:BatchGetItem'], refuses: [],
    summary: 'Read the controls of the tenant: which operations take a second operator, and when.',
  },
  replaceControls: {
    route: 'PUT /api/controls', api: 'ledger', area: 'controls', permission: 'configuration.write', success: 202, idempotent: true, control: 'ALWAYS',
    locates: 'getChangeRequest', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['invalid_expression', 'invalid_control'],
    summary: 'Request that the controls of the tenant be replaced: another operator approves.',
  },
  listChangeRequests: {
    route: 'GET /api/change-requests', api: 'ledger', area: 'controls', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query', 'ledger/requests-by-state:Query', 'ledger/requests-by-subject:Query'], refuses: ['invalid_cursor'],
    summary: 'List the change requests of the tenant, newest first.',
  },
  getChangeRequest: {
    route: 'GET /api/change-requests/{requestId}', api: 'ledger', area: 'controls', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['change_request_not_found'],
    summary: 'Read a change request.',
  },
  approveChangeRequest: {
    route: 'POST /api/change-requests/{requestId}/approve', api: 'ledger', area: 'controls', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:GetItem', 'ledger:BatchGetItem', 'ledger:Query', 'ledger:PutItem', 'ledger:ConditionCheckItem', 'projections:GetItem', 'projections:Query', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem', 'artifacts/work:PutObject'],
    refuses: ['self_approval', 'change_request_not_found', 'already_decided'],
    summary: 'Approve a change request of another operator: its operation is carried out, or the request becomes FAILED when that is no longer possible.',
  },
  rejectChangeRequest: {
    route: 'POST /api/change-requests/{requestId}/reject', api: 'ledger', area: 'controls', permission: 'finance.approve', success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['change_request_not_found', 'already_decided'],
    summary: 'Reject a change request, or withdraw your own.',
  },
  withdrawChangeRequest: {
    route: 'POST /api/change-requests/{requestId}/withdraw', api: 'ledger', area: 'controls', permission: MAKERS, success: 201, idempotent: true,
    uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['not_the_maker', 'change_request_not_found', 'already_decided'],
    summary: 'Withdraw your own change request.',
  },
  listRequests: {
    route: 'GET /api/requests', api: 'ledger', area: 'controls', permission: 'finance.read', success: 200, idempotent: false,
    list: 'page', uses: ['ledger/requests-by-time:Query', 'identity/directory:BatchGetItem'], refuses: ['invalid_cursor', 'invalid_period'],
    summary: 'List the requests of all kinds that another operator decides, newest or oldest first.',
  },
  countRequests: {
    route: 'GET /api/requests/counts', api: 'ledger', area: 'controls', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger/requests-by-time:Query'], refuses: [],
    summary: 'Count the requests that wait: those that the caller can decide, and those that the caller has made.',
  },
  previewRequest: {
    route: 'GET /api/requests/{requestId}/preview', api: 'ledger', area: 'controls', permission: 'finance.read', success: 200, idempotent: false,
    uses: ['ledger:GetItem', 'ledger:BatchGetItem', 'ledger:Query', 'projections:GetItem', 'projections:Query', 'receipts:BatchGetItem'],
    refuses: ['lifecycle_request_not_found', 'adjustment_request_not_found', 'general_ledger_request_not_found', 'change_request_not_found'],
    summary: 'Preview what the approval of a request would do now; nothing is written.',
  },
} as const satisfies Record<string, Operation>;
