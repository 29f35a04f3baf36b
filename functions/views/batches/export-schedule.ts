import { listNextRuns } from '../../domain/batches/export-schedules.ts';
import type { ExportSchedule, ScheduledRun } from '../../domain/batches/export-schedules.ts';
import type { ExportSchedule as ExportScheduleBody } from '../../../schemas/generated/types.ts';

/** Shows a schedule with its next runs, as of `now`. */
export function toExportScheduleView(schedule: ExportSchedule, now: Date): ExportScheduleBody {
  const { id, legalBasisCode, retentionYears, format, setAt } = schedule;
  return {
    id,
    frequency: 'MONTHLY',
    legal_basis_code: legalBasisCode,
    ...(format !== undefined && { format }),
    retention_years: retentionYears,
    set_at: setAt,
    next_runs: listNextRuns(schedule, now).map(toRunView),
  };
}

function toRunView({ dueAt, periodFrom, periodTo, retentionUntil }: ScheduledRun) {
  return {
    due_at: dueAt,
    period_from: periodFrom,
    period_to: periodTo,
    retention_until: retentionUntil,
  };
}
