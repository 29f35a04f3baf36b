import { listLegacyBatches } from '../../../schemas/generated/operations/list-legacy-batches.ts';
import { listBatches } from '../../ledger/batches/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toBatchView } from '../../views/batch.ts';

export const handler = operation(listLegacyBatches, async ({ query, session, after }) => {
  const { type, status, limit } = query;
  const page = await listBatches(session, { type, status }, { after, limit });
  return { ...page, items: page.items.map(toBatchView) };
});
