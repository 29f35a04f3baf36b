// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-loan-transactions.js';
import type { ListLoanTransactionsRequest } from '../types.ts';

export const listLoanTransactions: Contract<ListLoanTransactionsRequest> = {
  name: 'listLoanTransactions',
  row: {"route":"GET /api/loans/{loanId}/transactions","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
