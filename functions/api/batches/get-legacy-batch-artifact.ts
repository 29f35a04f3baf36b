import { getLegacyBatchArtifact } from '../../../schemas/generated/operations/get-legacy-batch-artifact.ts';
import { openVault } from '../../artifacts/object-lock-bucket.ts';
import { artifactOf } from '../../domain/batches/batches.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { vaultEnvironment } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { artifactFile } from './artifact-file.ts';

const vault = openVault(vaultEnvironment());

export const handler = operation(getLegacyBatchArtifact, async ({ path, query, session }) => {
  const artifact = artifactOf(await readBatch(session, path.batchId));
  return { file: await artifactFile(vault, session.tenant, { artifact, ...path, ...query }) };
});
