// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/replace-account-metadata.js';
import type { ReplaceAccountMetadataRequest } from '../types.ts';

export const replaceAccountMetadata: Contract<ReplaceAccountMetadataRequest> = {
  name: 'replaceAccountMetadata',
  row: {"route":"PUT /api/accounts/{accountId}/metadata","permission":"finance.write","success":200,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
