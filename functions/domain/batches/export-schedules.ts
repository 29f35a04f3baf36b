// The monthly schedule of exports: early on the third of a month, of the month before (docs/exports.md).
import type { ExportRequest } from './regulatory-exports.ts';
import { addYears, findLastClosedMonth } from '../values/calendar-periods.ts';
import { Refusal } from '../refusals/refusals.ts';

/** What the exports of a schedule have in common. */
export interface ScheduleTerms {
  readonly legalBasisCode: string;
  /** From the end of the month on. */
  readonly retentionYears: number;
  /** Absent if the code chooses. */
  readonly format?: string;
}

export interface ExportSchedule extends ScheduleTerms {
  readonly id: string;
  /** When an administrator last set it, ISO 8601. */
  readonly setAt: string;
}

/** One export that a schedule will request. */
export interface ScheduledRun {
  readonly dueAt: string;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly retentionUntil: string;
}

/** The one schedule that a tenant can have. */
export const MONTHLY_SCHEDULE = 'monthly';

const DUE = { day: 3, hour: 3, minute: 17 } as const;
const RUNS_SHOWN = 3;

/** The next runs after `now`, the earliest first. */
export function listNextRuns(terms: ScheduleTerms, now: Date): readonly ScheduledRun[] {
  const isPast = computeDueTime(now, 0) <= now;
  return Array.from({ length: RUNS_SHOWN }, (_, index) => {
    const due = computeDueTime(now, index + (isPast ? 1 : 0));
    const { period_from, period_to, retention_until } = buildScheduledRequest(terms, due);
    return {
      dueAt: due.toISOString(),
      periodFrom: period_from,
      periodTo: period_to,
      retentionUntil: retention_until,
    };
  });
}

/** Builds the request of a run at this time: the last month that was over by then. */
export function buildScheduledRequest(
  { legalBasisCode, retentionYears, format }: ScheduleTerms,
  at: Date,
): ExportRequest {
  const { from, to } = findLastClosedMonth(at);
  return {
    period_from: from,
    period_to: to,
    legal_basis_code: legalBasisCode,
    retention_until: addYears(to, retentionYears),
    ...(format !== undefined && { format }),
  };
}

/** Returns the schedule if it has this id. Refuses with export_schedule_not_found. */
export function requireExportSchedule(
  schedule: ExportSchedule | undefined,
  id: string,
): ExportSchedule {
  if (schedule?.id === id) return schedule;
  const sentence = `There is no export schedule ${id.slice(0, 64)}.`;
  throw new Refusal('export_schedule_not_found', sentence);
}

function computeDueTime(now: Date, months: number): Date {
  const { day, hour, minute } = DUE;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day, hour, minute));
}
