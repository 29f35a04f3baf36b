import { submitLegacyImport } from '../../../schemas/generated/operations/submit-legacy-import.ts';
import { openVault } from '../../artifacts/object-lock-bucket.ts';
import { refuseImport, requestImport } from '../../domain/imports/legacy-imports.ts';
import { newBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { idsAt } from '../../ledger/store/ids.ts';
import { readEntitySchema } from '../../ledger/schemas/reads.ts';
import { vaultEnvironment } from '../../runtime/environment.ts';
import { operation } from '../../runtime/operation.ts';
import { batchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';
import { stageFile } from './stage-file.ts';

const vault = openVault(vaultEnvironment());

export const handler = operation(submitLegacyImport, async ({ body, session, now }) => {
  refuseImport(body);
  const { entity_name: entity } = body;
  const schema = entity === undefined ? undefined : await readEntitySchema(session, entity);
  const { actor: requestedBy, correlationId, store, tenant } = session;
  const id = idsAt(store.shards)(now)('bat');
  const batch = requestImport(body, schema, { id, requestedBy, correlationId, now });
  const upload = await stageFile(vault, tenant, batch, body.file.content);
  return commit(session, {
    writes: newBatchWrites(session, batch),
    events: [batchEvent(batch, 'requested')],
    status: 202,
    body: { ...toBatchView(batch), ...upload },
  });
});
