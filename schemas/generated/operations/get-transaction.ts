// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-transaction.js';
import type { GetTransactionRequest } from '../types.ts';

export const getTransaction: Contract<GetTransactionRequest> = {
  name: 'getTransaction',
  parameters,
  body,
  bodyFaults,
};
