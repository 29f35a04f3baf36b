import { requestRegulatoryExport } from '../../../schemas/generated/operations/request-regulatory-export.ts';
import { requestExport } from '../../domain/batches/regulatory-exports.ts';
import { newBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { idsAt } from '../../ledger/store/ids.ts';
import { operation } from '../../runtime/operation.ts';
import { batchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';

export const handler = operation(requestRegulatoryExport, async ({ body, session, now }) => {
  const { actor: requestedBy, correlationId, store } = session;
  const id = idsAt(store.shards)(now)('bat');
  const batch = requestExport(body, { id, requestedBy, correlationId, now });
  return commit(session, {
    writes: newBatchWrites(session, batch),
    events: [batchEvent(batch, 'requested')],
    status: 202,
    body: toBatchView(batch),
  });
});
