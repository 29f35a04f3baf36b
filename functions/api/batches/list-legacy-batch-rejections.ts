import { listLegacyBatchRejections } from '../../../schemas/generated/operations/list-legacy-batch-rejections.ts';
import { openVault } from '../../artifacts/object-lock-bucket.ts';
import { artifactOf } from '../../domain/batches/batches.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { vaultEnvironment } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { rejectionPage } from './rejection-page.ts';

const vault = openVault(vaultEnvironment());

export const handler = operation(
  listLegacyBatchRejections,
  async ({ path, query, session, after }) => {
    const batch = await readBatch(session, path.batchId);
    artifactOf(batch);
    if (batch.type !== 'LEGACY_IMPORT') return { items: [] };
    return rejectionPage(vault, session.tenant, { batchId: batch.id, after, limit: query.limit });
  },
);
