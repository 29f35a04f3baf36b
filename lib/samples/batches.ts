// Samples of batches.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../functions/operations.ts';
import { made } from './sample.ts';
import type { Sample, World } from './sample.ts';

const january = {
  period_from: '2026-01-01',
  period_to: '2026-01-31',
  legal_basis_code: 'BANKING-ACT-24',
  retention_until: '2036-12-31',
};

const delivery = { authority_reference: 'BaFin-4711', delivered_at: '2026-02-01T09:30:00Z' };

/** An export that is worked on until it is COMPLETED. */
async function completedExport(world: World): Promise<string> {
  const batchId = await made(world, 'requestRegulatoryExport', { body: january });
  for (;;) {
    const receipt = await world.call('getLegacyBatch', { path: { batchId } });
    const { status } = receipt as { status: string };
    if (status === 'COMPLETED') return batchId;
    if (status === 'FAILED') throw new Error(`the export ${batchId} has failed`);
    await sleep(50);
  }
}

const ofExport: Sample = async (world) => ({
  path: { batchId: await world.once('export', () => completedExport(world)) },
});

export const batchSamples = {
  requestRegulatoryExport: () => ({ body: january }),
  listLegacyBatches: () => ({ query: { limit: '20' } }),
  getLegacyBatch: ofExport,
  getLegacyBatchArtifact: ofExport,
  recordExportDelivery: async (world) => ({
    path: { batchId: await completedExport(world) },
    body: delivery,
  }),
} satisfies Partial<Record<OperationName, Sample>>;
