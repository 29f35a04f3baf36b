// Scenarios of the operations on batches.
import { buildDeliveryBody, buildExportBody } from '../../../tools/samples/request-bodies.ts';
import { buildImportRequest } from '../fixtures/batches/imports.ts';
import { repeatCall } from './scenario-records.ts';
import type { ScenariosByOperation } from './scenario-records.ts';

export const workScenarios = {
  requestRegulatoryExport: () => [
    ...repeatCall({ body: buildExportBody() }),
    { body: buildExportBody({ retention_until: '2026-02-01' }) },
  ],
  submitLegacyImport: ({ entity }) => {
    const [known, unknown] = [entity, 'nothing'].map((entity_name) => ({
      body: buildImportRequest('a\n', { entity_name, record_type: undefined }),
    }));
    return [...repeatCall(known ?? {}), unknown ?? {}];
  },
  listLegacyBatchRejections: ({ batch }) => [{ path: { batchId: batch } }],
  listLegacyBatches: () => [{}, { query: { status: 'FAILED' } }],
  getLegacyBatch: ({ batch }) => [{ path: { batchId: batch } }],
  getLegacyBatchArtifact: ({ batch }) => [{ path: { batchId: batch } }],
  listExportSchedules: () => [{}],
  runExportSchedule: () => {
    const [known, unknown] = ['monthly', 'daily'].map((scheduleId) => ({ path: { scheduleId } }));
    return [...repeatCall(known ?? {}), unknown ?? {}];
  },
  recordExportDelivery: ({ batch }) => {
    const path = { batchId: batch };
    const body = buildDeliveryBody();
    return [...repeatCall({ path, body }), { path, body }];
  },
} satisfies ScenariosByOperation;
