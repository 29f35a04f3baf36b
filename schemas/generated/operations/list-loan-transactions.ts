// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-loan-transactions.js';
import type { ListLoanTransactionsRequest } from '../types.ts';

export const listLoanTransactions: Contract<ListLoanTransactionsRequest> = {
  name: 'listLoanTransactions',
  parameters,
  body,
  bodyFaults,
};
