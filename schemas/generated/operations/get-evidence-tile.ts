// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-evidence-tile.js';
import type { GetEvidenceTileRequest } from '../types.ts';

export const getEvidenceTile: Contract<GetEvidenceTileRequest> = {
  name: 'getEvidenceTile',
  row: {"route":"GET /api/evidence/tile/{tile+}","permission":["audit.read","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
