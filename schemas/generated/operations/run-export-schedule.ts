// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/run-export-schedule.js';
import type { RunExportScheduleRequest } from '../types.ts';

export const runExportSchedule: Contract<RunExportScheduleRequest> = {
  name: 'runExportSchedule',
  row: {"route":"POST /api/export-schedules/{scheduleId}/run","permission":"compliance.operate","success":202,"idempotent":true,"location":"/api/legacy-batches/{batchId}"},
  parameters,
  body,
  bodyFaults,
};
