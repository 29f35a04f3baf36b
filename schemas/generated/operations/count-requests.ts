// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/count-requests.js';
import type { CountRequestsRequest } from '../types.ts';

export const countRequests: Contract<CountRequestsRequest> = {
  name: 'countRequests',
  row: {"route":"GET /api/requests/counts","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
