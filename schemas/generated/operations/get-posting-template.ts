// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-posting-template.js';
import type { GetPostingTemplateRequest } from '../types.ts';

export const getPostingTemplate: Contract<GetPostingTemplateRequest> = {
  name: 'getPostingTemplate',
  row: {"route":"GET /api/posting-templates/{templateId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
