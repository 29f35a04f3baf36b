import { requestRegulatoryExport } from '../../../schemas/generated/operations/request-regulatory-export.ts';
import { requestExport } from '../../domain/batches/regulatory-exports.ts';
import { buildNewBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildIdGenerator } from '../../ledger/store/ids.ts';
import { operation } from '../../runtime/operation.ts';
import { buildBatchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';

export const handler = operation(requestRegulatoryExport, async ({ body, session, now }) => {
  const { actor: requestedBy, correlationId, store } = session;
  const id = buildIdGenerator(store.shards)(now)('bat');
  const batch = requestExport(body, { id, requestedBy, correlationId, now });
  return commit(session, {
    writes: buildNewBatchWrites(session, batch),
    events: [buildBatchEvent(batch, 'requested')],
    status: 202,
    body: toBatchView(batch),
  });
});
