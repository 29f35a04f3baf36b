// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-legacy-batch-rejections.js';
import type { ListLegacyBatchRejectionsRequest } from '../types.ts';

export const listLegacyBatchRejections: Contract<ListLegacyBatchRejectionsRequest> = {
  name: 'listLegacyBatchRejections',
  row: {"route":"GET /api/legacy-batches/{batchId}/rejections","permission":["compliance.operate","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
