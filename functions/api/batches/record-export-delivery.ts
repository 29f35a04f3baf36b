import { recordExportDelivery } from '../../../schemas/generated/operations/record-export-delivery.ts';
import { recordDelivery } from '../../domain/batches/regulatory-exports.ts';
import { readBatchToDecide } from '../../ledger/batches/reads.ts';
import { batchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { operation } from '../../runtime/operation.ts';
import { batchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';
import { deliveryIn } from './delivery-in.ts';

export const handler = operation(recordExportDelivery, async ({ path, body, session, now }) => {
  const delivery = deliveryIn(body);
  const before = await readBatchToDecide(session, path.batchId);
  const after = recordDelivery(before, delivery, { recordedBy: session.actor, now });
  return commit(session, {
    writes: batchWrites(session, before, after),
    events: [batchEvent(after, 'delivered')],
    status: 201,
    body: toBatchView(after),
  });
});
