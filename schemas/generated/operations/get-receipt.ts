// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-receipt.js';
import type { GetReceiptRequest } from '../types.ts';

export const getReceipt: Contract<GetReceiptRequest> = {
  name: 'getReceipt',
  row: {"route":"GET /api/receipts/{key}","permission":["finance.write","finance.read","finance.approve","configuration.write","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
