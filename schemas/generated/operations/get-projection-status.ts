// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-projection-status.js';
import type { GetProjectionStatusRequest } from '../types.ts';

export const getProjectionStatus: Contract<GetProjectionStatusRequest> = {
  name: 'getProjectionStatus',
  row: {"route":"GET /api/projections/status","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
