import { getLegacyBatch } from '../../../schemas/generated/operations/get-legacy-batch.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toBatchView } from '../../views/batch.ts';

export const handler = operation(getLegacyBatch, async ({ path, session }) => {
  return { body: toBatchView(await readBatch(session, path.batchId)) };
});
