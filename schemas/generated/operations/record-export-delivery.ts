// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/record-export-delivery.js';
import type { RecordExportDeliveryRequest } from '../types.ts';

export const recordExportDelivery: Contract<RecordExportDeliveryRequest> = {
  name: 'recordExportDelivery',
  row: {"route":"POST /api/regulatory-exports/{batchId}/delivery","permission":"compliance.operate","success":201,"idempotent":true,"location":"/api/legacy-batches/{batchId}"},
  parameters,
  body,
  bodyFaults,
};
