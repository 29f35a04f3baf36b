// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-evidence-proof.js';
import type { GetEvidenceProofRequest } from '../types.ts';

export const getEvidenceProof: Contract<GetEvidenceProofRequest> = {
  name: 'getEvidenceProof',
  row: {"route":"GET /api/evidence/proofs/{id}","permission":["audit.read","compliance.operate"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
