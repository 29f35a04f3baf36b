// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-operator.js';
import type { GetOperatorRequest } from '../types.ts';

export const getOperator: Contract<GetOperatorRequest> = {
  name: 'getOperator',
  row: {"route":"GET /api/operators/{operatorId}","permission":["finance.read","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
