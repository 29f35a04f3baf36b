// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-change-request.js';
import type { GetChangeRequestRequest } from '../types.ts';

export const getChangeRequest: Contract<GetChangeRequestRequest> = {
  name: 'getChangeRequest',
  row: {"route":"GET /api/change-requests/{requestId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
