// What all projections have in common. A projection is a function of the set of events that it was
// given: their order, and how often each came, changes nothing (docs/contract.md, Projections).

export const PROJECTION_NAMES = [
  'loan_activity',
  'ledger_activity',
  'product_publication',
] as const;

export type ProjectionName = (typeof PROJECTION_NAMES)[number];

/** Plain JSON: it is stored as such. */
export type ProjectionState = Readonly<Record<string, unknown>>;

export interface DomainEvent {
  readonly id: string;
  readonly type: string;
  readonly aggregateId: string;
  /** Of the aggregate. */
  readonly version: number;
  readonly occurredAt: string;
  readonly payload: unknown;
}

/** The newest event that a record has in it. */
export type LastEvent = Omit<DomainEvent, 'payload' | 'aggregateId'>;

/** One record of a read model. */
export interface ProjectedState {
  readonly state: ProjectionState;
  readonly last: LastEvent;
}

export interface Projector {
  readonly name: ProjectionName;
  /** What the event tells something about: one record each. Throws when the event cannot be read. */
  touches(event: DomainEvent): readonly string[];
  /** The state with the event in it; the very same one when it was in it before. */
  apply(state: ProjectionState | undefined, event: DomainEvent, entityId: string): ProjectionState;
  /** What readers see; undefined while what they ask for is not known yet, only something beside it. */
  payload(state: ProjectionState): ProjectionState | undefined;
}

/** The record with the event in it; undefined when the event changes nothing. */
export function applyToProjection(
  projector: Projector,
  before: ProjectedState | undefined,
  event: DomainEvent,
  entityId: string,
): ProjectedState | undefined {
  const state = projector.apply(before?.state, event, entityId);
  const last = before && !isLaterEvent(event, before.last) ? before.last : toLastEvent(event);
  return state === before?.state && last === before.last ? undefined : { state, last };
}

function toLastEvent({ id, type, version, occurredAt }: DomainEvent): LastEvent {
  return { id, type, version, occurredAt };
}

// Identifiers sort by time and, within one mutation, in the order of its events.
function isLaterEvent(event: DomainEvent, last: LastEvent): boolean {
  return event.id > last.id;
}
