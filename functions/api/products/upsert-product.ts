import { upsertProduct } from '../../../schemas/generated/operations/upsert-product.ts';
import { draftProduct, publishProduct } from '../../domain/products/products.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readCachedSettings } from '../../ledger/general-ledger/settings.ts';
import { readProductsToDecide } from '../../ledger/products/reads.ts';
import { buildProductWrites } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildProductPublishedEvent } from '../../events/product.ts';
import { toProductView } from '../../views/product.ts';

export const handler = operation(upsertProduct, async ({ body, session, now }) => {
  const draft = draftProduct(body);
  const [{ products }, { controlAccounts }] = await Promise.all([
    readProductsToDecide(session, [draft.id]),
    readCachedSettings(session, now),
  ]);
  const before = products.get(draft.id);
  const publication = { tenantId: session.tenant, now, controlAccounts };
  const product = publishProduct(draft, before, publication);
  return commit(session, {
    writes: buildProductWrites(session, product),
    events: [buildProductPublishedEvent(product, '')],
    status: 201,
    body: toProductView(product),
  });
});
