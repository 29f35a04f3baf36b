import { PROJECTION_NAMES } from '../../domain/projections/projector.ts';
import type { ReadModelName } from '../../domain/projections/projector.ts';
import type { ProjectionFailure, ProjectionStatus } from '../../ledger/projections/status.ts';
import type { TenantVerdict } from '../../ledger/verdicts/verdicts.ts';
import type { SystemState } from '../../../schemas/generated/types.ts';
import { toStatusView } from '../projection.ts';

export interface SystemParts {
  readonly version: string;
  readonly seal: { readonly size: number; readonly at?: Date };
  /** Of the newest verification; undefined before the first. */
  readonly verdict: TenantVerdict | undefined;
  readonly status: ProjectionStatus;
  /** The time of the oldest event that a projection has not applied, in milliseconds. */
  oldest(projection: ReadModelName): number;
  readonly now: Date;
}

/** As many as a person will read; the projections have the number of all. */
const FAILING_MAX = 20;

export function toSystemStateView({
  version,
  seal,
  verdict,
  status,
  oldest,
  now,
}: SystemParts): SystemState {
  return {
    version,
    evidence_log: { size: seal.size, ...(seal.at && { sealed_at: seal.at.toISOString() }) },
    ...(verdict && {
      verification: {
        verified_at: verdict.verifiedAt,
        finished: verdict.isFinished,
        differences: verdict.differences,
      },
    }),
    projections: PROJECTION_NAMES.map((name) => toStatusView(name, status, oldest(name), now)),
    failing_events: listFailing(status),
  };
}

// The reasons stay in the log: they are for those who operate the deployment.
function listFailing({ failing }: ProjectionStatus): SystemState['failing_events'] {
  const byAge = ([, one]: [string, ProjectionFailure], [, other]: [string, ProjectionFailure]) =>
    one.occurredAt < other.occurredAt ? -1 : 1;
  return Object.entries(failing)
    .toSorted(byAge)
    .slice(0, FAILING_MAX)
    .map(([id, { occurredAt, projections }]) => {
      return { id, occurred_at: occurredAt, projections: [...projections] };
    });
}
