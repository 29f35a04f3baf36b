// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/replace-posting-template.js';
import type { ReplacePostingTemplateRequest } from '../types.ts';

export const replacePostingTemplate: Contract<ReplacePostingTemplateRequest> = {
  name: 'replacePostingTemplate',
  row: {"route":"PUT /api/posting-templates/{templateId}","permission":"configuration.write","success":200,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
