// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-legacy-batch.js';
import type { GetLegacyBatchRequest } from '../types.ts';

export const getLegacyBatch: Contract<GetLegacyBatchRequest> = {
  name: 'getLegacyBatch',
  row: {"route":"GET /api/legacy-batches/{batchId}","permission":["compliance.operate","audit.read"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
