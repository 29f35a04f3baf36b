// Samples of batches.
import type { OperationName } from '../../functions/operations.ts';
import { made } from './sample.ts';
import type { Sample } from './sample.ts';

const january = {
  period_from: '2026-01-01',
  period_to: '2026-01-31',
  legal_basis_code: 'BANKING-ACT-24',
  retention_until: '2036-12-31',
};

export const batchSamples = {
  requestRegulatoryExport: () => ({ body: january }),
  listLegacyBatches: () => ({ query: { limit: '20' } }),
  getLegacyBatch: async (world) => ({
    path: {
      batchId: await world.once('export', () =>
        made(world, 'requestRegulatoryExport', { body: january }),
      ),
    },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
