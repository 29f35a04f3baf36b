// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-loan.js';
import type { GetLoanRequest } from '../types.ts';

export const getLoan: Contract<GetLoanRequest> = {
  name: 'getLoan',
  row: {"route":"GET /api/loans/{loanId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
