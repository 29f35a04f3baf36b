// Samples of batches.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../functions/operations/operations.ts';
import { createSample, buildListSample } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

const january = {
  period_from: '2026-01-01',
  period_to: '2026-01-31',
  legal_basis_code: 'BANKING-ACT-24',
  retention_until: '2036-12-31',
};

const delivery = { authority_reference: 'BaFin-4711', delivered_at: '2026-02-01T09:30:00Z' };

const ACCOUNTS = `account_reference,customer_id,product_id,name,currency
A-1,cus-1,current-account,Ada Lovelace,eur
A-2,cus-2,current-account,,EUR
`;
const ownImport = {
  file: {
    name: 'accounts.csv',
    media_type: 'text/csv',
    size_bytes: ACCOUNTS.length,
    checksum_sha256: hash('sha256', ACCOUNTS, 'hex'),
    content: Buffer.from(ACCOUNTS).toString('base64'),
  },
  record_type: 'ACCOUNT',
};

const createCompletedExport = (context: SampleContext) =>
  createCompletedBatch(context, 'requestRegulatoryExport', january);
const createCompletedImport = (context: SampleContext) =>
  createCompletedBatch(context, 'submitLegacyImport', ownImport);

/** A batch that is worked on until it is COMPLETED. */
async function createCompletedBatch(
  context: SampleContext,
  name: OperationName,
  body: object,
): Promise<string> {
  const batchId = await createSample(context, name, { body });
  for (;;) {
    const receipt = await context.call('getLegacyBatch', { path: { batchId } });
    const { status } = receipt as { status: string };
    if (status === 'COMPLETED') return batchId;
    if (status === 'FAILED') throw new Error(`${name}: ${batchId} has failed`);
    await sleep(50);
  }
}

const readSharedExport = (context: SampleContext) =>
  context.once('export', () => createCompletedExport(context));

const buildExportPath: Sample = async (context) => ({
  path: { batchId: await readSharedExport(context) },
});

export const batchSamples = {
  requestRegulatoryExport: () => ({ body: january }),
  listLegacyBatches: buildListSample(readSharedExport),
  getLegacyBatch: buildExportPath,
  getLegacyBatchArtifact: buildExportPath,
  recordExportDelivery: async (context) => ({
    path: { batchId: await createCompletedExport(context) },
    body: delivery,
  }),
  submitLegacyImport: () => ({ body: ownImport }),
  listLegacyBatchRejections: async (context) => ({
    path: { batchId: await context.once('import', () => createCompletedImport(context)) },
  }),
} satisfies Partial<Record<OperationName, Sample>>;
