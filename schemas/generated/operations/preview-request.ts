// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/preview-request.js';
import type { PreviewRequestRequest } from '../types.ts';

export const previewRequest: Contract<PreviewRequestRequest> = {
  name: 'previewRequest',
  row: {"route":"GET /api/requests/{requestId}/preview","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
