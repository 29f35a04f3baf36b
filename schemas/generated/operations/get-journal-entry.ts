// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/get-journal-entry.js';
import type { GetJournalEntryRequest } from '../types.ts';

export const getJournalEntry: Contract<GetJournalEntryRequest> = {
  name: 'getJournalEntry',
  row: {"route":"GET /api/journal-entries/{journalEntryId}","permission":"finance.read","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
