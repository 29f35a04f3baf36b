// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-legacy-batch-artifact.js';
import type { GetLegacyBatchArtifactRequest } from '../types.ts';

export const getLegacyBatchArtifact: Contract<GetLegacyBatchArtifactRequest> = {
  name: 'getLegacyBatchArtifact',
  parameters,
  body,
  bodyFaults,
};
