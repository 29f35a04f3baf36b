// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-evidence-checkpoint.js';
import type { GetEvidenceCheckpointRequest } from '../types.ts';

export const getEvidenceCheckpoint: Contract<GetEvidenceCheckpointRequest> = {
  name: 'getEvidenceCheckpoint',
  row: {"route":"GET /api/evidence/checkpoint","permission":["audit.read","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
