// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-loan.js';
import type { CreateLoanRequest } from '../types.ts';

export const createLoan: Contract<CreateLoanRequest> = {
  name: 'createLoan',
  row: {"route":"POST /api/loans","permission":"finance.write","success":201,"idempotent":true,"location":"/api/loans/{loanId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
