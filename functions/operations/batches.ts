// Work on many records at once: the workbench's API.
import type { Operation } from './row.ts';

// prettier-ignore
export const batches = {
  requestRegulatoryExport: {
    route: 'POST /api/regulatory-exports', api: 'workbench', area: 'batches', permission: 'compliance.operate', success: 202, idempotent: true,
    locates: 'getLegacyBatch', uses: ['ledger:PutItem', 'receipts:PutItem'], refuses: ['invalid_period', 'invalid_retention'],
    summary: 'Ask for an export of the journal for an authority.',
  },
  listLegacyBatches: {
    route: 'GET /api/legacy-batches', api: 'workbench', area: 'batches', permission: ['compliance.operate', 'audit.read'], success: 200, idempotent: false,
    list: 'page', uses: ['ledger:Query'], refuses: ['invalid_cursor'],
    summary: 'List the batches of the tenant, newest first.',
  },
  getLegacyBatch: {
    route: 'GET /api/legacy-batches/{batchId}', api: 'workbench', area: 'batches', permission: ['compliance.operate', 'audit.read'], success: 200, idempotent: false,
    uses: ['ledger:GetItem'], refuses: ['batch_not_found'],
    summary: 'Read the receipt of a batch.',
  },
} as const satisfies Record<string, Operation>;
