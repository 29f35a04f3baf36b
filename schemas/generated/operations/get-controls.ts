// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-controls.js';
import type { GetControlsRequest } from '../types.ts';

export const getControls: Contract<GetControlsRequest> = {
  name: 'getControls',
  row: {"route":"GET /api/controls","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
