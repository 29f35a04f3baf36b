// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/replace-controls.js';
import type { ReplaceControlsRequest } from '../types.ts';

export const replaceControls: Contract<ReplaceControlsRequest> = {
  name: 'replaceControls',
  row: {"route":"PUT /api/controls","permission":"configuration.write","success":202,"idempotent":true,"location":"/api/change-requests/{requestId}","control":"ALWAYS"},
  parameters,
  body,
  bodyFaults,
};
