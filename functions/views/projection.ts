import type {
  LastEvent,
  ProjectionName,
  RecordProjectionName,
} from '../domain/projections/projector.ts';
import { projectors } from '../domain/projections/projectors.ts';
import type { ProjectionRecord } from '../ledger/projections/reads.ts';
import type { ProjectionStatus } from '../ledger/projections/status.ts';
import type {
  Projection as ProjectionBody,
  ProjectionStatus as StatusBody,
} from '../../schemas/generated/types.ts';

export function toProjectionView(
  name: RecordProjectionName,
  { entityId, state, last }: ProjectionRecord,
): ProjectionBody {
  return {
    projection_name: name,
    entity_id: entityId,
    payload: { ...projectors[name].payload(state) },
    last_event_id: last.id,
    last_event_type: last.type,
    last_event_version: last.version,
    updated_at: last.occurredAt,
  };
}

/** `oldest` is the time of the oldest event not applied, in milliseconds; Infinity when all are. */
export function toStatusView(
  name: ProjectionName,
  { last, failing, unlisted, updatedAt }: ProjectionStatus,
  oldest: number,
  now: Date,
): StatusBody {
  const failures = Object.values(failing).filter(({ projections }) => projections.includes(name));
  return {
    projection_name: name,
    ...toCheckpoint(last[name]),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    lag_seconds: Math.max(0, now.getTime() - oldest) / 1_000,
    // Those that are not listed count as one: their number is not known.
    failing_events: failures.length + (unlisted?.[name] ? 1 : 0),
  };
}

function toCheckpoint(last: LastEvent | undefined) {
  return last ? { last_event_id: last.id, last_occurred_at: last.occurredAt } : {};
}
