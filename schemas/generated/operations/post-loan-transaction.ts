// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/post-loan-transaction.js';
import type { PostLoanTransactionRequest } from '../types.ts';

export const postLoanTransaction: Contract<PostLoanTransactionRequest> = {
  name: 'postLoanTransaction',
  row: {"route":"POST /api/loans/{loanId}/transactions","permission":"finance.write","success":201,"idempotent":true,"location":"/api/transactions/{transactionId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
