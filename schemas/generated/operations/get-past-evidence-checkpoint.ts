// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-past-evidence-checkpoint.js';
import type { GetPastEvidenceCheckpointRequest } from '../types.ts';

export const getPastEvidenceCheckpoint: Contract<GetPastEvidenceCheckpointRequest> = {
  name: 'getPastEvidenceCheckpoint',
  row: {"route":"GET /api/evidence/checkpoint/{size}","permission":["audit.read","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
