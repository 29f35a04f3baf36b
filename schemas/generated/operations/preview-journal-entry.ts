// Generated from schemas/ by `npm run generate`. Do not edit.
import type { Contract } from '../../../functions/runtime/contract.ts';
// @ts-expect-error generated JavaScript without types
import { body, bodyFaults, parameters } from '../validators/preview-journal-entry.js';
import type { PreviewJournalEntryRequest } from '../types.ts';

export const previewJournalEntry: Contract<PreviewJournalEntryRequest> = {
  name: 'previewJournalEntry',
  row: {"route":"POST /api/journal-entries/preview","permission":"finance.write","success":200,"idempotent":false},
  parameters,
  body,
  bodyFaults,
};
