// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-audit-events.js';
import type { ListAuditEventsRequest } from '../types.ts';

export const listAuditEvents: Contract<ListAuditEventsRequest> = {
  name: 'listAuditEvents',
  row: {"route":"GET /api/audit-events","permission":"audit.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
