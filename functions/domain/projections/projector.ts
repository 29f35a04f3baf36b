// The contract of all projections. A projection is a function of the set of events it has received:
// neither their order nor repetitions change the result (docs/contract.md, Projections).

export const PROJECTION_NAMES = [
  'loan_activity',
  'ledger_activity',
  'product_publication',
  'account_lists',
  'account_name_lists',
  'journal_lists',
  'general_ledger',
] as const;

export type ProjectionName = (typeof PROJECTION_NAMES)[number];

/**
 * The projections that are many lists of the identifiers of ledger records, one list for each value of a
 * filter. The id of such a record is that of its list, `#` and the listed identifier.
 */
export type ListProjectionName = Extract<ProjectionName, `${string}_lists`>;

/** The id of a record of a list projection. */
export function formatListedId(filter: string, value: string, id: string): string {
  return `${filter}#${value}#${id}`;
}

/** Splits the id of a record of a list projection: no identifier contains `#`, while a value may. */
export function splitListedId(entityId: string): { readonly list: string; readonly id: string } {
  const end = entityId.lastIndexOf('#');
  return { list: entityId.slice(0, end), id: entityId.slice(end + 1) };
}

/** Whether the projection is many lists. */
export function isListProjection(name: ReadModelName): name is ListProjectionName {
  return name.endsWith('_lists');
}

/** The projections that have a record for each subject; the general ledger counts instead. */
export type RecordProjectionName = Exclude<ProjectionName, 'general_ledger'>;

/**
 * What is derived from the receipts and can be rebuilt: the projections, the audit events, and where the
 * versions of nouns are.
 */
export const READ_MODEL_NAMES = [...PROJECTION_NAMES, 'audit_events', 'versions'] as const;

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
  readonly name: RecordProjectionName;
  /** One event makes a record, and no other changes it. */
  readonly hasFinalRecords?: true;
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
