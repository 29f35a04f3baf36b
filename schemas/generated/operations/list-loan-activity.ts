// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-loan-activity.js';
import type { ListLoanActivityRequest } from '../types.ts';

export const listLoanActivity: Contract<ListLoanActivityRequest> = {
  name: 'listLoanActivity',
  row: {"route":"GET /api/projections/loan-activity","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
