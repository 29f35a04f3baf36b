// Who did what, and who they are: the audit trail, and the directory of operators.
import { ANY_PERMISSION } from './row.ts';
import type { Operation } from './row.ts';

// prettier-ignore
export const audit = {
  listAuditEvents: {
    route: 'GET /api/audit-events', api: 'ledger', area: 'audit', permission: 'audit.read', success: 200, idempotent: false,
    list: 'page', uses: ['projections:GetItem', 'projections:Query', 'ledger:Query', 'identity/audit-trail:Query'], refuses: ['invalid_period', 'invalid_cursor'],
    summary: 'List what was changed, by whom and when, newest first: in the ledger, and by administration.',
  },
  listOperators: {
    route: 'GET /api/operators', api: 'ledger', area: 'audit', permission: ['finance.read', ...ANY_PERMISSION], success: 200, idempotent: false,
    list: 'page', uses: ['identity/directory:Query', 'identity/directory:BatchGetItem'], refuses: ['invalid_cursor'],
    summary: 'List who the operators and services of these ids are, or all that have used the APIs, by id; without ids only with `finance.read`, `compliance.operate` or `audit.read`.',
  },
  getOperator: {
    route: 'GET /api/operators/{operatorId}', api: 'ledger', area: 'audit', permission: ['finance.read', 'compliance.operate'], success: 200, idempotent: false,
    uses: ['identity/directory:GetItem'], refuses: ['operator_not_found'],
    summary: 'Read who an operator or a service is.',
  },
  getReceipt: {
    route: 'GET /api/receipts/{key}', api: 'ledger', area: 'audit', permission: ANY_PERMISSION, success: 200, idempotent: false,
    uses: ['receipts:GetItem'], refuses: ['receipt_not_found'],
    summary: 'Read what became of a request by its Idempotency-Key: the operation, the time and the first answer, for its actor or an auditor.',
  },
} as const satisfies Record<string, Operation>;
