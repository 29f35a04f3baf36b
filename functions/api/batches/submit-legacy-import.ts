import { submitLegacyImport } from '../../../schemas/generated/operations/submit-legacy-import.ts';
import {
  refuseInvalidImport,
  refuseUnpermittedImport,
  requestImport,
} from '../../domain/imports/legacy-imports.ts';
import { buildNewBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { readEntitySchema } from '../../ledger/schemas/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { buildBatchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';
import { stageFile } from './stage-file.ts';

export const handler = operation(submitLegacyImport, async ({ permissions, ...call }) => {
  const { body, session, now } = call;
  const { actor: requestedBy, correlationId, store, tenant, approvedRequestId } = session;
  // What the maker may do was checked at the request.
  if (!approvedRequestId) refuseUnpermittedImport(body, permissions);
  refuseInvalidImport(body);
  const schema = body.entity_name ? await readEntitySchema(session, body.entity_name) : undefined;
  const id = buildIdGenerator(store.shards)(now)('bat');
  const submission = { id, requestedBy, correlationId, now };
  const batch = requestImport(body, { schema, approvedRequestId }, submission);
  const { link, ...staging } = session.withholdCommit
    ? { link: {} }
    : await stageFile(tenant, batch, body.file.content);
  return commit(session, {
    writes: buildNewBatchWrites(session, batch),
    events: [buildBatchEvent(batch, 'requested')],
    status: 202,
    body: { ...toBatchView(batch), ...link },
    ...staging,
  });
});
