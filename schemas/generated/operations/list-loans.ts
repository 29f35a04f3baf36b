// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-loans.js';
import type { ListLoansRequest } from '../types.ts';

export const listLoans: Contract<ListLoansRequest> = {
  name: 'listLoans',
  row: {"route":"GET /api/loans","permission":"finance.read","success":200,"idempotent":false,"list":"array"},
  parameters,
  body,
  bodyFaults,
};
