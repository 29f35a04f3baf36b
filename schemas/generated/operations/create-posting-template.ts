// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/create-posting-template.js';
import type { CreatePostingTemplateRequest } from '../types.ts';

export const createPostingTemplate: Contract<CreatePostingTemplateRequest> = {
  name: 'createPostingTemplate',
  row: {"route":"POST /api/posting-templates","permission":"configuration.write","success":201,"idempotent":true,"location":"/api/posting-templates/{templateId}"},
  parameters,
  body,
  bodyFaults,
};
