// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/withdraw-change-request.js';
import type { WithdrawChangeRequestRequest } from '../types.ts';

export const withdrawChangeRequest: Contract<WithdrawChangeRequestRequest> = {
  name: 'withdrawChangeRequest',
  row: {"route":"POST /api/change-requests/{requestId}/withdraw","permission":["configuration.write","finance.write","compliance.operate"],"success":201,"idempotent":true},
  parameters,
  body,
  bodyFaults,
  defaultBody: {},
};
