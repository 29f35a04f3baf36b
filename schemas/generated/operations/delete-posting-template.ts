// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/delete-posting-template.js';
import type { DeletePostingTemplateRequest } from '../types.ts';

export const deletePostingTemplate: Contract<DeletePostingTemplateRequest> = {
  name: 'deletePostingTemplate',
  row: {"route":"DELETE /api/posting-templates/{templateId}","permission":"configuration.write","success":200,"idempotent":true},
  parameters,
  body,
  bodyFaults,
};
