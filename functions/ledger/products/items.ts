// Products, their rules and the tenant's configuration to DynamoDB items and back. What is free-form
// is kept as JSON text: it is read whole, and stays as it was written.
import type { Product, ProductConfig } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import type { Rule, RuleAction } from '../../domain/rules/rules.ts';
import type { Item } from '../store/item.ts';
import { keys } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { count, minor, optional, text } from '../store/stored.ts';

/** A version of a product, by one of the keys it is stored under. */
export function productItem(key: Key, product: Product): Item {
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

export function productOf(item: Item, tenantId: string): Product {
  return {
    id: text(item, 'product_id'),
    tenantId,
    type: text(item, 'type'),
    config: JSON.parse(text(item, 'config')) as ProductConfig,
    version: count(item, 'version'),
    createdAt: text(item, 'created_at'),
    updatedAt: text(item, 'updated_at'),
  };
}

export function ruleItem(rule: Rule): Item {
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

export function ruleOf(item: Item, tenantId: string): Rule {
  return {
    id: text(item, 'rule_id'),
    tenantId,
    productId: text(item, 'product_id'),
    ruleType: text(item, 'rule_type'),
    condition: text(item, 'condition'),
    action: JSON.parse(text(item, 'action')) as RuleAction,
    priority: count(item, 'priority'),
    enabled: item['enabled'] === true,
    appliesTo: item['applies_to'] as string[],
    version: count(item, 'version'),
    createdAt: text(item, 'created_at'),
    updatedAt: text(item, 'updated_at'),
    ...optional(item, 'deleted_at', 'deletedAt'),
  };
}

export function configurationItem(tenant: string, configuration: ProductConfiguration): Item {
  return {
    ...keys.productConfiguration(tenant),
    jurisdiction: configuration.jurisdiction,
    template: configuration.template,
    product_ids: configuration.productIds,
    version: BigInt(configuration.version),
    generated_at: configuration.generatedAt,
  };
}

export function configurationOf(item: Item): ProductConfiguration {
  return {
    jurisdiction: text(item, 'jurisdiction'),
    template: text(item, 'template'),
    productIds: item['product_ids'] as string[],
    version: Number(minor(item, 'version')),
    generatedAt: text(item, 'generated_at'),
  };
}
