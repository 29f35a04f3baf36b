import { generateProductConfiguration } from '../../../schemas/generated/operations/generate-product-configuration.ts';
import {
  generateConfiguration,
  findTemplate,
  buildTemplateProducts,
} from '../../domain/products/templates.ts';
import { publishProduct } from '../../domain/products/products.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { readCachedSettings } from '../../ledger/general-ledger/settings.ts';
import { readProductsToDecide } from '../../ledger/products/reads.ts';
import { buildConfigurationWrite, buildProductWrites } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildProductPublishedEvent } from '../../events/product.ts';
import { toConfigurationView } from '../../views/product.ts';

export const handler = operation(generateProductConfiguration, async ({ body, session, now }) => {
  const drafts = buildTemplateProducts(findTemplate(body.jurisdiction));
  const ids = drafts.map(({ id }) => id);
  const [before, { controlAccounts }] = await Promise.all([
    readProductsToDecide(session, ids),
    readCachedSettings(session, now),
  ]);
  const publication = { tenantId: session.tenant, now, controlAccounts };
  const products = drafts.map((draft) =>
    publishProduct(draft, before.products.get(draft.id), publication),
  );
  const configuration = generateConfiguration(body.jurisdiction, products, before.configuration);
  return commit(session, {
    writes: [
      buildConfigurationWrite(session, configuration),
      ...products.flatMap((product) => buildProductWrites(session, product)),
    ],
    events: products.map((product, index) =>
      buildProductPublishedEvent(product, `/products/${index}`),
    ),
    status: 201,
    body: toConfigurationView(configuration, products),
  });
});
