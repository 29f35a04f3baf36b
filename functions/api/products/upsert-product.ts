import { upsertProduct } from '../../../schemas/generated/operations/upsert-product.ts';
import { draftProduct, publishProduct } from '../../domain/products/products.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readProductsToDecide } from '../../ledger/products/reads.ts';
import { buildProductWrites } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildProductPublishedEvent } from '../../events/product.ts';
import { toProductView } from '../../views/product.ts';

export const handler = operation(upsertProduct, async ({ body, session, now }) => {
  const draft = draftProduct(body);
  const { products } = await readProductsToDecide(session, [draft.id]);
  const before = products.get(draft.id);
  const product = publishProduct(draft, before, { tenantId: session.tenant, now });
  return commit(session, {
    writes: buildProductWrites(session, product),
    events: [buildProductPublishedEvent(product, '')],
    status: 201,
    body: toProductView(product),
  });
});
