// product_publication: one record per product, with its current version, the time and contents of that
// publication, and the number of rules.
import { readPayload, readTextMember } from './event-payload.ts';
import type { DomainEvent, Projector, ProjectionState } from './projector.ts';

interface PublishedRule extends ProjectionState {
  readonly version: number;
  readonly exists: boolean;
  readonly enabled: boolean;
}

interface ProductPublicationState extends ProjectionState {
  /** The product as of its newest known version. */
  readonly product?: ProjectionState;
  readonly version: number;
  /** By id, deleted rules included: an older event must not restore one. */
  readonly rules: Readonly<Record<string, PublishedRule>>;
}

const EMPTY_PUBLICATION: ProductPublicationState = { version: 0, rules: {} };

const isRuleEvent = ({ type }: DomainEvent) => type.startsWith('rule.');

export const productPublication: Projector = {
  name: 'product_publication',

  touches(event) {
    if (event.type === 'product.published')
      return [readTextMember(readPayload(event), 'id', event.type)];
    return isRuleEvent(event) ? [readTextMember(readPayload(event), 'product_id', event.type)] : [];
  },

  apply(before, event) {
    const state = (before ?? EMPTY_PUBLICATION) as ProductPublicationState;
    if (isRuleEvent(event)) return addRule(state, event);
    if (event.version <= state.version) return state;
    return { ...state, product: readPayload(event), version: event.version };
  },

  payload(state) {
    const { product, version, rules } = state as ProductPublicationState;
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

/** The newest version of the product that a record holds; 0 if it only has rules so far. */
export function readAppliedVersion(state: ProjectionState): number {
  return (state as ProductPublicationState).version;
}

function addRule(state: ProductPublicationState, event: DomainEvent): ProductPublicationState {
  const known = state.rules[event.aggregateId];
  if (known && event.version <= known.version) return state;
  const exists = event.type !== 'rule.deleted';
  const enabled = exists && readPayload(event)['enabled'] !== false;
  const rule = { version: event.version, exists, enabled };
  return { ...state, rules: { ...state.rules, [event.aggregateId]: rule } };
}
