import { listLegacyBatchRejections } from '../../../schemas/generated/operations/list-legacy-batch-rejections.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { requireArtifact } from '../../domain/batches/batches.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { readRejectionPage } from './read-rejection-page.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = operation(
  listLegacyBatchRejections,
  async ({ path, query, session, after }) => {
    const batch = await readBatch(session, path.batchId);
    requireArtifact(batch);
    if (batch.type !== 'LEGACY_IMPORT') return { items: [] };
    return readRejectionPage(bucket, session.tenant, {
      batchId: batch.id,
      after,
      limit: query.limit,
    });
  },
);
