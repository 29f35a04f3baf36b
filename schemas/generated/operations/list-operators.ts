// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-operators.js';
import type { ListOperatorsRequest } from '../types.ts';

export const listOperators: Contract<ListOperatorsRequest> = {
  name: 'listOperators',
  row: {"route":"GET /api/operators","permission":["finance.read","finance.write","finance.read","finance.approve","configuration.write","compliance.operate"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
