// Combines the slices of an import into its artifact.
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Completion } from '../../domain/batches/batches.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { readImportRetentionDays, objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { assembleImport } from './assemble-import.ts';
import type { ImportWork } from './import-work.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());
const retentionDays = readImportRetentionDays();

export const handler = task<ImportWork, Completion>(
  'assembleLegacyImport',
  async ({ input, session }) => {
    const batch = await readBatch(session, input.batchId);
    return assembleImport(bucket, { batch, work: input, retentionDays });
  },
);
