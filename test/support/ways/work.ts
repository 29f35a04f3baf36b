// Through the operations on batches.
import { exportRequest } from '../batches.ts';
import { twice } from './holdings.ts';
import type { Ways } from './holdings.ts';

export const workWays = {
  requestRegulatoryExport: () => twice({ body: exportRequest() }),
  listLegacyBatches: () => [{}, { query: { status: 'FAILED' } }],
  getLegacyBatch: ({ batch }) => [{ path: { batchId: batch } }],
} satisfies Ways;
