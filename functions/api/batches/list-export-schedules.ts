import { listExportSchedules } from '../../../schemas/generated/operations/list-export-schedules.ts';
import { operation } from '../../runtime/operation.ts';
import { toExportScheduleView } from '../../views/batches/export-schedule.ts';
import { readExportSchedule } from './read-export-schedule.ts';

export const handler = operation(listExportSchedules, async ({ session, now }) => {
  const schedule = await readExportSchedule(session);
  return { body: { items: schedule === undefined ? [] : [toExportScheduleView(schedule, now)] } };
});
