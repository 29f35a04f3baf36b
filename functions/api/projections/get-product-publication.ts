import { getProductPublication } from '../../../schemas/generated/operations/get-product-publication.ts';
import { readProjection } from '../../ledger/projections/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toProjectionView } from '../../views/projection.ts';

export const handler = operation(getProductPublication, async ({ path, session }) => {
  const record = await readProjection(session, 'product_publication', path.productId);
  return { body: toProjectionView('product_publication', record) };
});
