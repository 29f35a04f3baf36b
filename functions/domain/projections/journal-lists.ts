// journal_lists: the journal entries on each account code, with each reference and by each author.
import {
  readObjectMembers,
  readOptionalTextMember,
  readPayload,
  readTextMember,
} from './event-payload.ts';
import { formatListedId } from './projector.ts';
import type { Projector } from './projector.ts';

const ENTRY_POSTED = 'journal_entry.posted';
const LISTED = { isListed: true };

export const journalLists: Projector = {
  name: 'journal_lists',

  touches(event) {
    if (event.type !== ENTRY_POSTED) return [];
    const entry = readPayload(event);
    const codes = readObjectMembers(entry, 'ledger_lines', ENTRY_POSTED).map((line) =>
      readTextMember(line, 'account_code', ENTRY_POSTED),
    );
    const references = readObjectMembers(entry, 'account_postings', ENTRY_POSTED).flatMap(
      (posting) => readOptionalTextMember(posting, 'reference') ?? [],
    );
    const id = readTextMember(entry, 'id', ENTRY_POSTED);
    const lists = (filter: string, values: readonly string[]) =>
      [...new Set(values)].map((value) => formatListedId(filter, value, id));
    return [
      ...lists('account_code', codes),
      ...lists('reference', references),
      ...lists('posted_by', [readTextMember(entry, 'posted_by', ENTRY_POSTED)]),
    ];
  },

  // An entry never changes, so a list keeps what it once had.
  apply: (state = LISTED) => state,

  payload: () => ({}),
};
