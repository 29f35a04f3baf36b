// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-posting-templates.js';
import type { ListPostingTemplatesRequest } from '../types.ts';

export const listPostingTemplates: Contract<ListPostingTemplatesRequest> = {
  name: 'listPostingTemplates',
  row: {"route":"GET /api/posting-templates","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
