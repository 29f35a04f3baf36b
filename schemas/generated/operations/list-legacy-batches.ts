// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-legacy-batches.js';
import type { ListLegacyBatchesRequest } from '../types.ts';

export const listLegacyBatches: Contract<ListLegacyBatchesRequest> = {
  name: 'listLegacyBatches',
  row: {"route":"GET /api/legacy-batches","permission":["compliance.operate","audit.read"],"success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
