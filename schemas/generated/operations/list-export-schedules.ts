// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-export-schedules.js';
import type { ListExportSchedulesRequest } from '../types.ts';

export const listExportSchedules: Contract<ListExportSchedulesRequest> = {
  name: 'listExportSchedules',
  row: {"route":"GET /api/export-schedules","permission":["compliance.operate","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
