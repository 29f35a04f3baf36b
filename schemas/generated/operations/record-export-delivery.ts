// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/record-export-delivery.js';
import type { RecordExportDeliveryRequest } from '../types.ts';

export const recordExportDelivery: Contract<RecordExportDeliveryRequest> = {
  name: 'recordExportDelivery',
  parameters,
  body,
  bodyFaults,
};
