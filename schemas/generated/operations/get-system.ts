// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-system.js';
import type { GetSystemRequest } from '../types.ts';

export const getSystem: Contract<GetSystemRequest> = {
  name: 'getSystem',
  row: {"route":"GET /api/system","permission":["finance.read","finance.write","finance.approve","configuration.write","compliance.operate","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
