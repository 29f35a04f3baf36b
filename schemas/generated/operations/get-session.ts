// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-session.js';
import type { GetSessionRequest } from '../types.ts';

export const getSession: Contract<GetSessionRequest> = {
  name: 'getSession',
  row: {"route":"GET /api/session","permission":["finance.read","finance.write","finance.approve","configuration.write","compliance.operate","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
