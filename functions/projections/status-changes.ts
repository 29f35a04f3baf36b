// Adds a stream batch to the status of a tenant: the newest events, and those that could not be
// applied.
import { PROJECTION_NAMES } from '../domain/projections/projector.ts';
import type { DomainEvent, LastEvent, ProjectionName } from '../domain/projections/projector.ts';
import { listTouchedRecords } from '../domain/projections/projectors.ts';
import { findHead } from '../ledger/projections/lag.ts';
import type { ProjectionFailure, ProjectionStatus } from '../ledger/projections/status.ts';
import type { FailedEvent } from './apply-receipts.ts';

/** The events of one tenant in a stream batch, and which of them failed. */
export interface ProjectionAttempt {
  readonly events: readonly DomainEvent[];
  /** The names under which earlier failures of these events may be listed. */
  readonly names: readonly string[];
  readonly failed: readonly FailedEvent[];
}

/** Limits the size of the status: further failures add no information. */
const FAILURES_MAX = 100;
const REASON_CHARACTERS_MAX = 200;

/** The status after the batch. */
export function advanceStatus(
  status: ProjectionStatus,
  { events, names, failed }: ProjectionAttempt,
  now: Date,
) {
  return {
    ...status,
    last: { ...status.last, ...mergeLastEvents(status, events, failed) },
    heads: mergeHeads(status.heads, events),
    failing: mergeFailures(status.failing, names, failed),
    updatedAt: now.toISOString(),
  };
}

function mergeLastEvents(
  status: ProjectionStatus,
  events: readonly DomainEvent[],
  failed: readonly FailedEvent[],
): Partial<Record<ProjectionName, LastEvent>> {
  const last: Partial<Record<ProjectionName, LastEvent>> = {};
  for (const name of PROJECTION_NAMES) {
    const lost = new Set(failed.filter((one) => one.projection === name).map((one) => one.event));
    const applied = events.filter((event) => !lost.has(event) && isEventOfProjection(name, event));
    const newest = [...applied].sort((left, right) => (left.id < right.id ? 1 : -1))[0];
    if (!newest || newest.id <= (status.last[name]?.id ?? '')) continue;
    const { id, type, version, occurredAt } = newest;
    last[name] = { id, type, version, occurredAt };
  }
  return last;
}

function isEventOfProjection(name: ProjectionName, event: DomainEvent): boolean {
  return listTouchedRecords(name, event).length > 0;
}

// Failed events count for the heads as well: each is listed as failing until it is applied.
function mergeHeads(heads: ProjectionStatus['heads'], events: readonly DomainEvent[]) {
  const next: Record<string, string> = { ...heads };
  for (const { aggregateId } of events) {
    const head = findHead(aggregateId);
    if (head !== undefined && aggregateId > (next[head] ?? '')) next[head] = aggregateId;
  }
  return next;
}

function mergeFailures(
  failing: ProjectionStatus['failing'],
  names: readonly string[],
  failed: readonly FailedEvent[],
): Record<string, ProjectionFailure> {
  const settled = new Set(names);
  const stored = Object.entries(failing).filter(([id]) => !settled.has(id));
  const ids = new Set(failed.map(({ event }) => event.id));
  const added = [...ids].map(
    (id) => [id, toFailure(failed.filter(({ event }) => event.id === id))] as const,
  );
  return Object.fromEntries([...stored, ...added].slice(0, FAILURES_MAX));
}

function toFailure(failed: readonly FailedEvent[]): ProjectionFailure {
  const [first] = failed;
  const { error } = first ?? {};
  const reason = String(error instanceof Error ? error.message : error);
  return {
    projections: failed.map(({ projection }) => projection),
    occurredAt: first?.event.occurredAt ?? '',
    reason: reason.slice(0, REASON_CHARACTERS_MAX).toWellFormed(),
  };
}
