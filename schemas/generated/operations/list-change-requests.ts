// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-change-requests.js';
import type { ListChangeRequestsRequest } from '../types.ts';

export const listChangeRequests: Contract<ListChangeRequestsRequest> = {
  name: 'listChangeRequests',
  row: {"route":"GET /api/change-requests","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
