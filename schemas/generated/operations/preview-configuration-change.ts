// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/preview-configuration-change.js';
import type { PreviewConfigurationChangeRequest } from '../types.ts';

export const previewConfigurationChange: Contract<PreviewConfigurationChangeRequest> = {
  name: 'previewConfigurationChange',
  row: {"route":"POST /api/configuration-changes/preview","permission":"configuration.write","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
