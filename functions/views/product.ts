import type { Product } from '../domain/products/products.ts';
import type { ProductConfiguration } from '../domain/products/templates.ts';
import type { Rule } from '../domain/rules/rules.ts';
import type {
  Product as ProductBody,
  Rule as RuleBody,
  TenantProductConfiguration,
} from '../../schemas/generated/types.ts';

export function toProductView(product: Product): ProductBody {
  return {
    id: product.id,
    type: product.type,
    config: product.config,
    tenant_id: product.tenantId,
    version: product.version,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  };
}

export function toConfigurationView(
  { jurisdiction, template, version, generatedAt }: ProductConfiguration,
  products: readonly Product[],
): TenantProductConfiguration {
  const views = products.map(toProductView);
  return { jurisdiction, template, products: views, version, generated_at: generatedAt };
}

export function toRuleView(rule: Rule): RuleBody {
  return {
    id: rule.id,
    tenant_id: rule.tenantId,
    product_id: rule.productId,
    rule_type: rule.ruleType,
    condition: rule.condition,
    action: rule.action,
    priority: rule.priority,
    enabled: rule.enabled,
    applies_to: [...rule.appliesTo],
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
  };
}
