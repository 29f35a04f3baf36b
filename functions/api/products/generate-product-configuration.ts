import { generateProductConfiguration } from '../../../schemas/generated/operations/generate-product-configuration.ts';
import {
  generateConfiguration,
  templateOf,
  templateProducts,
} from '../../domain/products/templates.ts';
import { publishProduct } from '../../domain/products/products.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readProductsToDecide } from '../../ledger/products/reads.ts';
import { configurationWrite, productWrites } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { productPublished } from '../../events/product.ts';
import { toConfigurationView } from '../../views/product.ts';

export const handler = operation(generateProductConfiguration, async ({ body, session, now }) => {
  const drafts = templateProducts(templateOf(body.jurisdiction));
  const ids = drafts.map(({ id }) => id);
  const before = await readProductsToDecide(session, ids);
  const place = { tenantId: session.tenant, now };
  const products = drafts.map((draft) =>
    publishProduct(draft, before.products.get(draft.id), place),
  );
  const configuration = generateConfiguration(body.jurisdiction, products, before.configuration);
  return commit(session, {
    writes: [
      configurationWrite(session, configuration),
      ...products.flatMap((product) => productWrites(session, product)),
    ],
    events: products.map((product, index) => productPublished(product, `/products/${index}`)),
    status: 201,
    body: toConfigurationView(configuration, products),
  });
});
