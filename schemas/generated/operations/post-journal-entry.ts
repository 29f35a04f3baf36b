// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/post-journal-entry.js';
import type { PostJournalEntryRequest } from '../types.ts';

export const postJournalEntry: Contract<PostJournalEntryRequest> = {
  name: 'postJournalEntry',
  row: {"route":"POST /api/journal-entries","permission":"finance.write","success":201,"idempotent":true,"location":"/api/journal-entries/{journalEntryId}","deferredLocations":{"chg":"/api/change-requests/{requestId}"},"combines":true,"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
