// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-webhooks.js';
import type { ListWebhooksRequest } from '../types.ts';

export const listWebhooks: Contract<ListWebhooksRequest> = {
  name: 'listWebhooks',
  row: {"route":"GET /api/webhooks","permission":["finance.read","configuration.write"],"success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
