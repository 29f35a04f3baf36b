// Events of products and rules.
import type { Product } from '../domain/products/products.ts';
import type { Rule } from '../domain/rules/rules.ts';
import type { EventDraft } from '../ledger/commit/receipt-events.ts';
import { toRuleView } from '../views/product.ts';

/** Builds the event of a published version, with the pointer to it in the answer. */
export function buildProductPublishedEvent(
  { id, version }: Product,
  payloadAt: string,
): EventDraft {
  return { type: 'product.published', aggregateId: id, version, payloadAt };
}

/**
 * Builds the event of a changed rule. An id is unique within its product only, so the aggregate id holds
 * both.
 */
export function buildRuleChangeEvent(
  change: 'created' | 'updated' | 'deleted',
  rule: Rule,
): EventDraft {
  const aggregateId = `${rule.productId}/${rule.id}`;
  const { version } = rule;
  return { type: `rule.${change}`, aggregateId, version, payload: toRuleView(rule) };
}
