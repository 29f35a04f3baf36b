// Makes the artifact of an import from its slices.
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Completion } from '../../domain/batches/batches.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { readImportRetentionDays, objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { assembleImport } from './assemble-import.ts';
import type { ImportWork } from './import-work.ts';

const vault = openObjectLockBucket(objectLockEnvironment());
const retentionDays = readImportRetentionDays();

export const handler = task<ImportWork, Completion>(
  'assembleLegacyImport',
  async ({ input, session }) => {
    const batch = await readBatch(session, input.batchId);
    return assembleImport(vault, { batch, work: input, retentionDays });
  },
);
