// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-controls-versions.js';
import type { ListControlsVersionsRequest } from '../types.ts';

export const listControlsVersions: Contract<ListControlsVersionsRequest> = {
  name: 'listControlsVersions',
  row: {"route":"GET /api/controls/versions","permission":["finance.read","configuration.write","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
