// The contract of all projections. A projection is a function of the set of events it has received:
// neither their order nor repetitions change the result (docs/contract.md, Projections).

export const PROJECTION_NAMES = [
  'loan_activity',
  'ledger_activity',
  'product_publication',
] as const;

export type ProjectionName = (typeof PROJECTION_NAMES)[number];

/** What is derived from the receipts and can be rebuilt: the projections, and the audit events. */
export const READ_MODEL_NAMES = [...PROJECTION_NAMES, 'audit_events'] as const;

export type ReadModelName = (typeof READ_MODEL_NAMES)[number];

/** Plain JSON, because it is stored. */
export type ProjectionState = Readonly<Record<string, unknown>>;

export interface DomainEvent {
  readonly id: string;
  readonly type: string;
  readonly aggregateId: string;
  /** The version of the aggregate. */
  readonly version: number;
  readonly occurredAt: string;
  readonly payload: unknown;
}

/** The newest event that a record includes. */
export type LastEvent = Omit<DomainEvent, 'payload' | 'aggregateId'>;

/** One record of a projection. */
export interface ProjectedState {
  readonly state: ProjectionState;
  readonly last: LastEvent;
}

export interface Projector {
  readonly name: ProjectionName;
  /** Lists the records that the event changes. Throws when the event cannot be read. */
  touches(event: DomainEvent): readonly string[];
  /** Returns the state with the event applied; the same object when it was already applied. */
  apply(state: ProjectionState | undefined, event: DomainEvent, entityId: string): ProjectionState;
  /** Returns what readers see; undefined while the main part is not yet known. */
  payload(state: ProjectionState): ProjectionState | undefined;
}

/** Applies the event to the record; returns undefined when nothing changes. */
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

// Identifiers sort by time and, within one mutation, by the order of its events.
function isLaterEvent(event: DomainEvent, last: LastEvent): boolean {
  return event.id > last.id;
}
