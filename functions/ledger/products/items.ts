// Products, their rules and the tenant's configuration to DynamoDB items and back. What is free-form
// is kept as JSON text: it is read whole, and stays as it was written.
import type { Product, ProductConfig } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import type { Rule, RuleAction } from '../../domain/rules/rules.ts';
import type { Item } from '../journal/items.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { readCount, readMinorUnits, readOptionalText, readText } from '../store/attributes.ts';

/** A version of a product, by one of the keys it is stored under. */
export function toProductItem(key: Key, product: Product): Item {
  return {
    ...key,
    product_id: product.id,
    type: product.type,
    config: JSON.stringify(product.config),
    version: BigInt(product.version),
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  };
}

export function fromProductItem(item: Item, tenantId: string): Product {
  return {
    id: readText(item, 'product_id'),
    tenantId,
    type: readText(item, 'type'),
    config: JSON.parse(readText(item, 'config')) as ProductConfig,
    version: readCount(item, 'version'),
    createdAt: readText(item, 'created_at'),
    updatedAt: readText(item, 'updated_at'),
  };
}

export function toRuleItem(rule: Rule): Item {
  return {
    ...keys.rule(rule.tenantId, rule.productId, rule.id),
    product_id: rule.productId,
    rule_id: rule.id,
    rule_type: rule.ruleType,
    condition: rule.condition,
    action: JSON.stringify(rule.action),
    priority: BigInt(rule.priority),
    enabled: rule.enabled,
    applies_to: rule.appliesTo,
    version: BigInt(rule.version),
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
    deleted_at: rule.deletedAt,
  };
}

export function fromRuleItem(item: Item, tenantId: string): Rule {
  return {
    id: readText(item, 'rule_id'),
    tenantId,
    productId: readText(item, 'product_id'),
    ruleType: readText(item, 'rule_type'),
    condition: readText(item, 'condition'),
    action: JSON.parse(readText(item, 'action')) as RuleAction,
    priority: readCount(item, 'priority'),
    enabled: item['enabled'] === true,
    appliesTo: item['applies_to'] as string[],
    version: readCount(item, 'version'),
    createdAt: readText(item, 'created_at'),
    updatedAt: readText(item, 'updated_at'),
    ...readOptionalText(item, 'deleted_at', 'deletedAt'),
  };
}

export function toConfigurationItem(tenant: string, configuration: ProductConfiguration): Item {
  return {
    ...keys.productConfiguration(tenant),
    jurisdiction: configuration.jurisdiction,
    template: configuration.template,
    product_ids: configuration.productIds,
    version: BigInt(configuration.version),
    generated_at: configuration.generatedAt,
  };
}

export function fromConfigurationItem(item: Item): ProductConfiguration {
  return {
    jurisdiction: readText(item, 'jurisdiction'),
    template: readText(item, 'template'),
    productIds: item['product_ids'] as string[],
    version: Number(readMinorUnits(item, 'version')),
    generatedAt: readText(item, 'generated_at'),
  };
}
