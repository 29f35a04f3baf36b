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

/** Limits the size of the status. */
const FAILURES_MAX = 500;
/** As many as a person will read; the log has the others. */
const REASONS_MAX = 100;
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
    ...mergeFailures(status, names, failed),
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
  { failing, unlisted }: ProjectionStatus,
  names: readonly string[],
  failed: readonly FailedEvent[],
): Pick<ProjectionStatus, 'failing' | 'unlisted'> {
  const settled = new Set(names);
  const stored = Object.entries(failing).filter(([id]) => !settled.has(id));
  const byId = Map.groupBy(failed, ({ event }) => event.id);
  const added = [...byId].map(([id, same]) => [id, toFailure(same)] as const);
  const all = [...stored, ...added].map(([id, failure], index) => {
    return [id, index < REASONS_MAX ? failure : { ...failure, reason: '' }] as const;
  });
  const dropped = all.slice(FAILURES_MAX).map(([, failure]) => failure);
  return {
    failing: Object.fromEntries(all.slice(0, FAILURES_MAX)),
    ...(dropped.length > 0 && { unlisted: addUnlisted(unlisted, dropped) }),
  };
}

function addUnlisted(
  before: ProjectionStatus['unlisted'],
  dropped: readonly ProjectionFailure[],
): ProjectionStatus['unlisted'] {
  const next = { ...before };
  for (const { projections, occurredAt } of dropped) {
    for (const name of projections) {
      const { oldest, newest } = next[name] ?? { oldest: occurredAt, newest: occurredAt };
      next[name] = {
        oldest: occurredAt < oldest ? occurredAt : oldest,
        newest: occurredAt > newest ? occurredAt : newest,
      };
    }
  }
  return next;
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
