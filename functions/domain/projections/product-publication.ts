// product_publication: one record per product, with its current version, what was published with it
// and when, and how many rules it has.
import { payloadOf, textIn } from './event-payload.ts';
import type { DomainEvent, Projector, State } from './projector.ts';

interface Rule extends State {
  readonly version: number;
  readonly exists: boolean;
  readonly enabled: boolean;
}

interface ProductState extends State {
  /** As its newest known version was published. */
  readonly product?: State;
  readonly version: number;
  /** By id, those that were deleted included: an older event must not bring one back. */
  readonly rules: Readonly<Record<string, Rule>>;
}

const EMPTY: ProductState = { version: 0, rules: {} };

const isRuleEvent = ({ type }: DomainEvent) => type.startsWith('rule.');

export const productPublication: Projector = {
  name: 'product_publication',

  touches(event) {
    if (event.type === 'product.published') return [textIn(payloadOf(event), 'id', event.type)];
    return isRuleEvent(event) ? [textIn(payloadOf(event), 'product_id', event.type)] : [];
  },

  apply(before, event) {
    const state = (before ?? EMPTY) as ProductState;
    if (isRuleEvent(event)) return withRule(state, event);
    if (event.version <= state.version) return state;
    return { ...state, product: payloadOf(event), version: event.version };
  },

  payload(state) {
    const { product, version, rules } = state as ProductState;
    const existing = Object.values(rules).filter(({ exists }) => exists);
    return (
      product && {
        product_id: product['id'],
        type: product['type'],
        version,
        config: product['config'],
        rule_count: existing.length,
        enabled_rule_count: existing.filter(({ enabled }) => enabled).length,
        published_at: product['updated_at'],
      }
    );
  },
};

function withRule(state: ProductState, event: DomainEvent): ProductState {
  const known = state.rules[event.aggregateId];
  if (known && event.version <= known.version) return state;
  const exists = event.type !== 'rule.deleted';
  const enabled = exists && payloadOf(event)['enabled'] !== false;
  const rule = { version: event.version, exists, enabled };
  return { ...state, rules: { ...state.rules, [event.aggregateId]: rule } };
}
