import { getLegacyBatchArtifact } from '../../../schemas/generated/operations/get-legacy-batch-artifact.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { requireArtifact, requireSignature } from '../../domain/batches/batches.ts';
import { requireDescription } from '../../domain/batches/regulatory-exports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { readArtifactFile } from './read-artifact-file.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = operation(getLegacyBatchArtifact, async ({ path, query, session }) => {
  const batch = await readBatch(session, path.batchId);
  if (query.file === 'description') requireDescription(batch);
  if (query.file === 'signature') requireSignature(batch);
  const artifact = requireArtifact(batch);
  return { file: await readArtifactFile(bucket, session.tenant, { artifact, ...path, ...query }) };
});
