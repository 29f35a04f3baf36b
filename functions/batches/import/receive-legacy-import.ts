// Starts an import whose file has arrived, after checking it against its declaration.
import { objectKeys } from '../../artifacts/locations.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readImportRequest } from '../../domain/imports/legacy-imports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { recordBatchStart } from '../batch-transitions.ts';
import type { ImportWork } from './import-work.ts';
import { receiveFile } from './receive-file.ts';
import { buildFirstCheckpoint } from './rows/slice-validation.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = task<BatchInput, ImportWork>('receiveLegacyImport', async (work) => {
  const { tenant, batchId } = work.input;
  await recordBatchStart(work);
  const stored = readImportRequest(await readBatch(work.session, batchId));
  const key = objectKeys.upload(tenant, batchId);
  const file = await receiveFile(bucket, key, stored);
  return {
    tenant,
    batchId,
    file,
    checkpoint: buildFirstCheckpoint(file.markBytes),
    slices: 0,
    isLast: false,
  };
});
