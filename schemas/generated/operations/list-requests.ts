// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-requests.js';
import type { ListRequestsRequest } from '../types.ts';

export const listRequests: Contract<ListRequestsRequest> = {
  name: 'listRequests',
  row: {"route":"GET /api/requests","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
