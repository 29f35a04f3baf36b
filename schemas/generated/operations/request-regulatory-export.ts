// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/request-regulatory-export.js';
import type { RequestRegulatoryExportRequest } from '../types.ts';

export const requestRegulatoryExport: Contract<RequestRegulatoryExportRequest> = {
  name: 'requestRegulatoryExport',
  row: {"route":"POST /api/regulatory-exports","permission":"compliance.operate","success":202,"idempotent":true,"location":"/api/legacy-batches/{batchId}"},
  parameters,
  body,
  bodyFaults,
};
