// journal_lists: the journal entries on each account code, with each reference, by each author, with a
// difference from each control account, or from any, and those that a failing rule did not judge.
import {
  readObjectMembers,
  readOptionalTextMember,
  readPayload,
  readTextMember,
} from './event-payload.ts';
import { formatListedId } from './projector.ts';
import type { ProjectionState, Projector } from './projector.ts';

const ENTRY_POSTED = 'journal_entry.posted';
const LISTED = { isListed: true };

export const journalLists: Projector = {
  name: 'journal_lists',
  hasFinalRecords: true,

  touches(event) {
    if (event.type !== ENTRY_POSTED) return [];
    const entry = readPayload(event);
    const codes = readObjectMembers(entry, 'ledger_lines', ENTRY_POSTED).map((line) =>
      readTextMember(line, 'account_code', ENTRY_POSTED),
    );
    const references = readObjectMembers(entry, 'account_postings', ENTRY_POSTED).flatMap(
      (posting) => readOptionalTextMember(posting, 'reference') ?? [],
    );
    const differing = listDifferingCodes(entry);
    const id = readTextMember(entry, 'id', ENTRY_POSTED);
    const lists = (filter: string, values: readonly string[]) =>
      [...new Set(values)].map((value) => formatListedId(filter, value, id));
    return [
      ...lists('account_code', codes),
      ...lists('reference', references),
      ...lists('posted_by', [readTextMember(entry, 'posted_by', ENTRY_POSTED)]),
      ...lists('control_difference', differing),
      ...lists('has_control_differences', differing.length > 0 ? ['true'] : []),
      ...lists('has_skipped_rules', entry['skipped_rules'] === undefined ? [] : ['true']),
    ];
  },

  // An entry never changes, so a list keeps what it once had.
  apply: (state = LISTED) => state,

  payload: () => ({}),
};

// Only entries that do not match their control accounts have the member.
function listDifferingCodes(entry: ProjectionState): string[] {
  if (entry['control_differences'] === undefined) return [];
  return readObjectMembers(entry, 'control_differences', ENTRY_POSTED).map((difference) =>
    readTextMember(difference, 'account_code', ENTRY_POSTED),
  );
}
