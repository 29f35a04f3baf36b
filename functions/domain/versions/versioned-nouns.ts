// THE TABLE of the nouns whose versions can be read, and of the events that carry one version each
// (docs/versions.md).
import { readPayload, readTextMember } from '../projections/event-payload.ts';
import type { DomainEvent } from '../projections/projector.ts';

interface VersionedNounRow {
  /** The types of the events whose payload is the whole noun as one change left it. */
  readonly events: readonly string[];
  /** Reads the parts of its identifier, as its path has them; without it, the id of the aggregate. */
  readonly identify?: (event: DomainEvent) => readonly string[];
}

export const versionedNouns = {
  product: { events: ['product.published'] },
  rule: {
    events: ['rule.created', 'rule.updated', 'rule.deleted'],
    // The aggregate's id joins both, so that it may be that of two rules.
    identify: (event) => {
      const rule = readPayload(event);
      return ['product_id', 'id'].map((name) => readTextMember(rule, name, event.type));
    },
  },
  entity_schema: { events: ['entity_schema.published'] },
  workflow: { events: ['workflow.created'] },
  general_ledger_account: {
    events: ['general_ledger_account.created', 'general_ledger_account.updated'],
  },
  general_ledger_settings: {
    events: ['general_ledger_settings.updated'],
    identify: () => [],
  },
  controls: { events: ['controls.replaced'], identify: () => [] },
} as const satisfies Readonly<Record<string, VersionedNounRow>>;

export type VersionedNoun = keyof typeof versionedNouns;

/** One noun among all whose versions can be read. */
export interface VersionedRecord {
  readonly noun: VersionedNoun;
  /** The parts of its identifier; none if a tenant has the noun once. */
  readonly id: readonly string[];
}

/** A version of a noun by its number. */
export interface VersionPosition extends VersionedRecord {
  readonly version: number;
}

const NOUNS_BY_EVENT: ReadonlyMap<string, VersionedNoun> = new Map(
  Object.entries(versionedNouns).flatMap(([noun, { events }]) =>
    events.map((type) => [type, noun as VersionedNoun] as const),
  ),
);

/** Finds the noun of which the event carries a version. Throws when the event cannot be read. */
export function findVersionedRecord(event: DomainEvent): VersionedRecord | undefined {
  const noun = NOUNS_BY_EVENT.get(event.type);
  if (noun === undefined) return undefined;
  const { identify }: VersionedNounRow = versionedNouns[noun];
  return { noun, id: identify?.(event) ?? [event.aggregateId] };
}
