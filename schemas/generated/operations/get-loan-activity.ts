// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-loan-activity.js';
import type { GetLoanActivityRequest } from '../types.ts';

export const getLoanActivity: Contract<GetLoanActivityRequest> = {
  name: 'getLoanActivity',
  row: {"route":"GET /api/projections/loan-activity/{loanId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
