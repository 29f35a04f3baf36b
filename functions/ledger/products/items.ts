// How products, their rules and the tenant's configuration are stored and mapped to views.
import type { Product } from '../../domain/products/products.ts';
import type { ProductConfiguration } from '../../domain/products/templates.ts';
import type { Rule } from '../../domain/rules/rules.ts';
import {
  count,
  flag,
  hidden,
  json,
  readOptionalText,
  tenant,
  text,
  texts,
} from '../store/field-kinds.ts';
import { fields } from '../store/fields.ts';

/** A version of a product, under any of the keys that store it. */
export const productFields = fields<Product>()({
  id: text('product_id', 'id'),
  type: text('type'),
  config: json('config'),
  tenantId: tenant(),
  version: count('version'),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
});

export const ruleFields = fields<Rule>()({
  id: text('rule_id', 'id'),
  tenantId: tenant(),
  productId: text('product_id'),
  ruleType: text('rule_type'),
  condition: text('condition'),
  action: json('action'),
  priority: count('priority'),
  enabled: flag('enabled'),
  appliesTo: texts('applies_to'),
  version: hidden(count('version')),
  createdAt: text('created_at'),
  updatedAt: text('updated_at'),
  deletedAt: hidden(readOptionalText(text('deleted_at'))),
});

export const configurationFields = fields<ProductConfiguration>()({
  jurisdiction: text('jurisdiction'),
  template: text('template'),
  productIds: hidden(texts('product_ids')),
  version: count('version'),
  generatedAt: text('generated_at'),
});
