// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-loan.js';
import type { GetLoanRequest } from '../types.ts';

export const getLoan: Contract<GetLoanRequest> = {
  name: 'getLoan',
  parameters,
  body,
  bodyFaults,
};
