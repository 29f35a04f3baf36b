// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-evidence-key.js';
import type { GetEvidenceKeyRequest } from '../types.ts';

export const getEvidenceKey: Contract<GetEvidenceKeyRequest> = {
  name: 'getEvidenceKey',
  row: {"route":"GET /api/evidence/key","permission":["audit.read","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
