import type { Product } from '../domain/products/products.ts';
import type { ProductConfiguration } from '../domain/products/templates.ts';
import { productFields, ruleFields } from '../ledger/products/items.ts';
import { viewOf } from '../ledger/store/fields.ts';
import type {
  Product as ProductBody,
  Rule as RuleBody,
  TenantProductConfiguration,
} from '../../schemas/generated/types.ts';

export const toProductView = viewOf<ProductBody>()(productFields);

export const toRuleView = viewOf<RuleBody>()(ruleFields);

export function toConfigurationView(
  { jurisdiction, template, version, generatedAt }: ProductConfiguration,
  products: readonly Product[],
): TenantProductConfiguration {
  const views = products.map(toProductView);
  return { jurisdiction, template, products: views, version, generated_at: generatedAt };
}
