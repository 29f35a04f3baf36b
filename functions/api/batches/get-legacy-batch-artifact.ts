import { getLegacyBatchArtifact } from '../../../schemas/generated/operations/get-legacy-batch-artifact.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { requireArtifact, requireSignature } from '../../domain/batches/batches.ts';
import { requireDescription } from '../../domain/batches/regulatory-exports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { buildArtifactLink, readArtifactFile } from './read-artifact-file.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = operation(getLegacyBatchArtifact, async ({ path, query, session, now }) => {
  const batch = await readBatch(session, path.batchId);
  if (query.file === 'description') requireDescription(batch);
  if (query.file === 'signature') requireSignature(batch);
  const artifact = requireArtifact(batch);
  const request = { artifact, ...path, file: query.file };
  return query.as === 'link'
    ? { body: await buildArtifactLink(bucket, session.tenant, request, now) }
    : { file: await readArtifactFile(bucket, session.tenant, request) };
});
