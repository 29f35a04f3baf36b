import { upsertProduct } from '../../../schemas/generated/operations/upsert-product.ts';
import { draftProduct } from '../../domain/products/products.ts';
import type { Product } from '../../domain/products/products.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { operation } from '../../runtime/operation.ts';
import { buildProductPublishedEvent } from '../../events/product.ts';
import { toProductView } from '../../views/product.ts';
import { decidePublications } from './decide-publications.ts';

export const handler = operation(upsertProduct, async ({ body, session, now }) => {
  const { products, writes } = await decidePublications(session, [draftProduct(body)], now);
  const [product] = products as [Product];
  return commit(session, {
    writes,
    events: [buildProductPublishedEvent(product, '')],
    status: 201,
    body: toProductView(product),
  });
});
