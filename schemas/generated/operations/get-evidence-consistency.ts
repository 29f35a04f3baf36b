// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-evidence-consistency.js';
import type { GetEvidenceConsistencyRequest } from '../types.ts';

export const getEvidenceConsistency: Contract<GetEvidenceConsistencyRequest> = {
  name: 'getEvidenceConsistency',
  row: {"route":"GET /api/evidence/consistency","permission":["audit.read","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
