// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-rules.js';
import type { ListRulesRequest } from '../types.ts';

export const listRules: Contract<ListRulesRequest> = {
  name: 'listRules',
  parameters,
  body,
  bodyFaults,
};
