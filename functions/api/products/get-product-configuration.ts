import { getProductConfiguration } from '../../../schemas/generated/operations/get-product-configuration.ts';
import { readConfiguration } from '../../ledger/products/reads.ts';
import { operation } from '../../runtime/operation.ts';
import { toConfigurationView } from '../../views/product.ts';

export const handler = operation(getProductConfiguration, async ({ session }) => {
  const { configuration, products } = await readConfiguration(session);
  return { body: toConfigurationView(configuration, products) };
});
