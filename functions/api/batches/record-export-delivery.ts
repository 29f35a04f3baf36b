import { recordExportDelivery } from '../../../schemas/generated/operations/record-export-delivery.ts';
import { recordDelivery } from '../../domain/batches/regulatory-exports.ts';
import { readBatchToDecide } from '../../ledger/batches/reads.ts';
import { buildBatchWrites } from '../../ledger/batches/writes.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { operation } from '../../runtime/operation.ts';
import { buildBatchEvent } from '../../events/batch.ts';
import { toBatchView } from '../../views/batch.ts';
import { parseDelivery } from './parse-delivery.ts';

export const handler = operation(recordExportDelivery, async ({ path, body, session, now }) => {
  const delivery = parseDelivery(body);
  const before = await readBatchToDecide(session, path.batchId);
  const after = recordDelivery(before, delivery, { recordedBy: session.actor, now });
  return commit(session, {
    writes: buildBatchWrites(session, before, after),
    events: [buildBatchEvent(after, 'delivered')],
    status: 201,
    body: toBatchView(after),
  });
});
