import { getProduct } from '../../../schemas/generated/operations/get-product.ts';
import { readProduct } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toProductView } from '../../views/product.ts';

export const handler = operation(getProduct, async ({ path, session }) => {
  const product = await readProduct(session, path.productId);
  return { body: toProductView(product) };
});
