// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-transaction.js';
import type { GetTransactionRequest } from '../types.ts';

export const getTransaction: Contract<GetTransactionRequest> = {
  name: 'getTransaction',
  row: {"route":"GET /api/transactions/{transactionId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
