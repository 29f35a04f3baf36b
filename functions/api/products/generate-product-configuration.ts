import { generateProductConfiguration } from '../../../schemas/generated/operations/generate-product-configuration.ts';
import {
  generateConfiguration,
  findTemplate,
  buildTemplateProducts,
} from '../../domain/products/templates.ts';
import { commit } from '../../ledger/commit/commit.ts';
import { buildConfigurationWrite } from '../../ledger/products/writes.ts';
import { operation } from '../../runtime/operation.ts';
import { buildProductPublishedEvent } from '../../events/product.ts';
import { toConfigurationView } from '../../views/product.ts';
import { decidePublications } from './decide-publications.ts';

export const handler = operation(generateProductConfiguration, async ({ body, session, now }) => {
  const drafts = buildTemplateProducts(findTemplate(body.jurisdiction));
  const {
    products,
    configuration: before,
    writes,
  } = await decidePublications(session, drafts, now);
  const configuration = generateConfiguration(body.jurisdiction, products, before);
  return commit(session, {
    writes: [buildConfigurationWrite(session, configuration), ...writes],
    events: products.map((product, index) =>
      buildProductPublishedEvent(product, `/products/${index}`),
    ),
    status: 201,
    body: toConfigurationView(configuration, products),
  });
});
