// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/post-journal-entries.js';
import type { PostJournalEntriesRequest } from '../types.ts';

export const postJournalEntries: Contract<PostJournalEntriesRequest> = {
  name: 'postJournalEntries',
  row: {"route":"POST /api/journal-entries/batch","permission":"finance.write","success":201,"idempotent":true,"deferredLocations":{"chg":"/api/change-requests/{requestId}"},"control":"OPTIONAL"},
  parameters,
  body,
  bodyFaults,
};
