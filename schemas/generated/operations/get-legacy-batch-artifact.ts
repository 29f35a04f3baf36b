// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-legacy-batch-artifact.js';
import type { GetLegacyBatchArtifactRequest } from '../types.ts';

export const getLegacyBatchArtifact: Contract<GetLegacyBatchArtifactRequest> = {
  name: 'getLegacyBatchArtifact',
  row: {"route":"GET /api/legacy-batches/{batchId}/artifact","permission":["compliance.operate","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
