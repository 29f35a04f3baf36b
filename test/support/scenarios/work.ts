// Through the operations on batches.
import { exportRequest } from '../fixtures/batches.ts';
import { importRequest } from '../fixtures/imports.ts';
import { twice } from './holdings.ts';
import type { Ways } from './holdings.ts';

export const workWays = {
  requestRegulatoryExport: () => twice({ body: exportRequest() }),
  submitLegacyImport: ({ entity }) => {
    const [known, unknown] = [entity, 'nothing'].map((entity_name) => ({
      body: importRequest('a\n', { entity_name, record_type: undefined }),
    }));
    return [...twice(known ?? {}), unknown ?? {}];
  },
  listLegacyBatchRejections: ({ batch }) => [{ path: { batchId: batch } }],
  listLegacyBatches: () => [{}, { query: { status: 'FAILED' } }],
  getLegacyBatch: ({ batch }) => [{ path: { batchId: batch } }],
  getLegacyBatchArtifact: ({ batch }) => [{ path: { batchId: batch } }],
  recordExportDelivery: ({ batch }) => {
    const path = { batchId: batch };
    const body = { authority_reference: 'x', delivered_at: '2026-11-20T09:30:00Z' };
    return [...twice({ path, body }), { path, body }];
  },
} satisfies Ways;
