import type { Product } from '../domain/products/products.ts';
import type { ProductConfiguration } from '../domain/products/templates.ts';
import type { RuleWarning } from '../domain/rules/rule-warnings.ts';
import { productFields, ruleFields } from '../ledger/products/items.ts';
import { viewOf } from '../ledger/store/fields.ts';
import type {
  Product as ProductBody,
  Rule as RuleBody,
  RuleWarning as RuleWarningBody,
  TenantProductConfiguration,
} from '../../schemas/generated/types.ts';

export const toProductView = viewOf<ProductBody>()(productFields);

export const toRuleView = viewOf<RuleBody>()(ruleFields);

/** The member of an answer that shows the warnings; there is none without warnings. */
export function toWarningsMember(warnings: readonly RuleWarning[]): {
  readonly warnings?: RuleWarningBody[];
} {
  if (warnings.length === 0) return {};
  return {
    warnings: warnings.map(({ expression, message, position }) => {
      return { expression, message, ...position };
    }),
  };
}

export function toConfigurationView(
  { jurisdiction, template, version, generatedAt }: ProductConfiguration,
  products: readonly Product[],
): TenantProductConfiguration {
  const views = products.map(toProductView);
  return { jurisdiction, template, products: views, version, generated_at: generatedAt };
}
