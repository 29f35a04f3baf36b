// Samples of batches.
import type { OperationName } from '../../functions/operations/operations.ts';
import { buildDeliveryBody, buildExportBody, buildImportFile } from './request-bodies.ts';
import { createSample, buildListSample, waitFor } from './sample.ts';
import type { Sample, SampleContext } from './sample.ts';

const ACCOUNTS = `account_reference,customer_id,product_id,name,currency
A-1,cus-1,current-account,Ada Lovelace,eur
A-2,cus-2,current-account,,EUR
`;
const importBody = { file: buildImportFile(ACCOUNTS), record_type: 'ACCOUNT' };

const createCompletedExport = (context: SampleContext) =>
  createCompletedBatch(context, 'requestRegulatoryExport', buildExportBody());
const createCompletedImport = (context: SampleContext) =>
  createCompletedBatch(context, 'submitLegacyImport', importBody);

/** Requests a batch and waits until it is COMPLETED. */
async function createCompletedBatch(
  context: SampleContext,
  name: OperationName,
  body: object,
): Promise<string> {
  const batchId = await createSample(context, name, { body });
  const findCompleted = async () => {
    const receipt = await context.call('getLegacyBatch', { path: { batchId } });
    const { status } = receipt as { status: string };
    if (status === 'FAILED') throw new Error(`${name}: ${batchId} has failed.`);
    return status === 'COMPLETED' ? batchId : undefined;
  };
  return waitFor(findCompleted, { late: `${name}: ${batchId} does not end.` });
}

const readSharedExport = (context: SampleContext) =>
  context.once('export', () => createCompletedExport(context));

const buildExportPath: Sample = async (context) => ({
  path: { batchId: await readSharedExport(context) },
});

export const batchSamples = {
  requestRegulatoryExport: () => ({ body: buildExportBody() }),
  listLegacyBatches: buildListSample(readSharedExport),
  getLegacyBatch: buildExportPath,
  getLegacyBatchArtifact: buildExportPath,
  recordExportDelivery: async (context) => ({
    path: { batchId: await createCompletedExport(context) },
    body: buildDeliveryBody(),
  }),
  submitLegacyImport: () => ({ body: importBody }),
  listLegacyBatchRejections: async (context) => ({
    path: { batchId: await context.once('import', () => createCompletedImport(context)) },
  }),
  // Only an administrator sets a schedule, so the tenant must have one.
  listExportSchedules: () => ({}),
  runExportSchedule: () => ({ path: { scheduleId: 'monthly' } }),
} satisfies Partial<Record<OperationName, Sample>>;
