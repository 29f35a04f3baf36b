// What a journal entry that adjusts another one says of it, as members of its item and back.
import type { EntryLinks } from '../domain/entry-draft.ts';
import { optional } from './stored.ts';

export function linkMembers(links: EntryLinks) {
  return {
    reverses: links.reversesJournalEntryId,
    replaces: links.replacesJournalEntryId,
    adjustment_request_id: links.adjustmentRequestId,
  };
}

export function entryLinks(item: Record<string, unknown>): EntryLinks {
  return {
    ...optional(item, 'reverses', 'reversesJournalEntryId'),
    ...optional(item, 'replaces', 'replacesJournalEntryId'),
    ...optional(item, 'adjustment_request_id', 'adjustmentRequestId'),
  };
}
