// Batches of work on many records: exports and imports, the workbench's API.
import { CHANGES_CONFIGURATION } from './row.ts';
import type { Operation } from './row.ts';

// prettier-ignore
export const batches = {
  requestRegulatoryExport: {
    route: 'POST /api/regulatory-exports', api: 'workbench', area: 'batches', permission: 'compliance.operate', success: 202, idempotent: true,
    locates: 'getLegacyBatch', uses: ['ledger:PutItem', 'receipts:GetItem', 'receipts:PutItem'], refuses: ['invalid_period', 'invalid_retention', 'invalid_format', 'invalid_encoding'],
    summary: 'Request an export of the journal for an authority.',
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
  getLegacyBatchArtifact: {
    route: 'GET /api/legacy-batches/{batchId}/artifact', api: 'workbench', area: 'batches', permission: ['compliance.operate', 'audit.read'], success: 200, idempotent: false,
    answers: 'file', uses: ['ledger:GetItem', 'artifacts:GetObject'], refuses: ['batch_not_found', 'description_not_found', 'signature_not_found', 'batch_not_completed'],
    summary: 'Download the artifact of a batch: the file itself, or a link that is valid for minutes.',
  },
  recordExportDelivery: {
    route: 'POST /api/regulatory-exports/{batchId}/delivery', api: 'workbench', area: 'batches', permission: 'compliance.operate', success: 201, idempotent: true,
    locates: 'getLegacyBatch', uses: ['ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:BatchGetItem', 'receipts:PutItem'],
    refuses: ['batch_not_found', 'batch_not_completed', 'already_delivered'],
    summary: 'Record that an export was delivered to the authority.',
  },
  submitLegacyImport: {
    ...CHANGES_CONFIGURATION, route: 'POST /api/legacy-imports', api: 'workbench', area: 'batches', permission: 'compliance.operate', success: 202, idempotent: true,
    locates: 'getLegacyBatch', uses: ['ledger:GetItem', 'ledger:BatchGetItem', 'ledger:PutItem', 'receipts:GetItem', 'receipts:PutItem', 'artifacts/work:PutObject'], refuses: ['invalid_import', 'schema_not_found'],
    summary: 'Validate a file of an older system; nothing is posted, and only a chart of accounts is applied.',
  },
  listLegacyBatchRejections: {
    route: 'GET /api/legacy-batches/{batchId}/rejections', api: 'workbench', area: 'batches', permission: ['compliance.operate', 'audit.read'], success: 200, idempotent: false,
    list: 'page', uses: ['ledger:GetItem', 'artifacts:GetObject'], refuses: ['batch_not_found', 'batch_not_completed', 'invalid_cursor'],
    summary: 'List the rejections of an import, by row and field.',
  },
  listExportSchedules: {
    route: 'GET /api/export-schedules', api: 'workbench', area: 'batches', permission: ['compliance.operate', 'audit.read'], success: 200, idempotent: false,
    uses: ['identity/audit-trail:Query'], refuses: [],
    summary: 'List the schedules of exports with their next runs.',
  },
  runExportSchedule: {
    route: 'POST /api/export-schedules/{scheduleId}/run', api: 'workbench', area: 'batches', permission: 'compliance.operate', success: 202, idempotent: true,
    locates: 'getLegacyBatch', uses: ['identity/audit-trail:Query', 'ledger:PutItem', 'receipts:GetItem', 'receipts:PutItem'], refuses: ['export_schedule_not_found', 'invalid_retention', 'invalid_format'],
    summary: 'Request the export that the schedule would request now: that of the last month that is over.',
  },
} as const satisfies Record<string, Operation>;
