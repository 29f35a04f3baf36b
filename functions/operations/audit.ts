// Who did what: the audit trail.
import type { Operation } from './row.ts';

// prettier-ignore
export const audit = {
  listAuditEvents: {
    route: 'GET /api/audit-events', api: 'ledger', area: 'audit', permission: 'audit.read', success: 200, idempotent: false,
    list: 'page', uses: ['projections:GetItem', 'projections:Query', 'ledger:Query', 'identity/audit-trail:Query'], refuses: ['invalid_period', 'invalid_cursor'],
    summary: 'List what was changed, by whom and when, newest first: in the ledger, and by administration.',
  },
} as const satisfies Record<string, Operation>;
