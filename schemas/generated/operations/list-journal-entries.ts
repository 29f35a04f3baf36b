// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/list-journal-entries.js';
import type { ListJournalEntriesRequest } from '../types.ts';

export const listJournalEntries: Contract<ListJournalEntriesRequest> = {
  name: 'listJournalEntries',
  row: {"route":"GET /api/journal-entries","permission":"finance.read","success":200,"idempotent":false,"list":"page"},
  parameters,
  body,
  bodyFaults,
};
