// ledger_activity: one record per journal entry, with its lines, its postings and later reversals.
// Exactly one event supplies each part, so that the parts may come in any order.
import { readOptionalTextMember, readPayload, readTextMember } from './event-payload.ts';
import type { DomainEvent, Projector, ProjectionState } from './projector.ts';

const ENTRY_POSTED = 'journal_entry.posted';

/** The members by which an entry names another entry, and the mark that each sets on the other. */
const REVERSAL_MARKS = {
  reverses_journal_entry_id: 'reversed_by',
  replaces_journal_entry_id: 'replaced_by',
} as const;

export const ledgerActivity: Projector = {
  name: 'ledger_activity',

  touches(event) {
    if (event.type !== ENTRY_POSTED) return [];
    const entry = readPayload(event);
    const others = Object.keys(REVERSAL_MARKS).flatMap(
      (name) => readOptionalTextMember(entry, name) ?? [],
    );
    return [readTextMember(entry, 'id', event.type), ...others];
  },

  apply(state = {}, event, entityId) {
    const entry = readPayload(event);
    return entry['id'] === entityId
      ? addEntry(state, entry)
      : addReversalMarks(state, event, entityId);
  },

  payload(state) {
    const { entry, ...marks } = state as { entry?: ProjectionState };
    return entry && { ...entry, ...marks };
  },
};

function addEntry(state: ProjectionState, entry: ProjectionState): ProjectionState {
  return state['entry'] === undefined ? { ...state, entry } : state;
}

function addReversalMarks(
  state: ProjectionState,
  event: DomainEvent,
  entityId: string,
): ProjectionState {
  const other = readPayload(event);
  const marks = Object.entries(REVERSAL_MARKS).filter(
    ([name, mark]) => other[name] === entityId && state[mark] === undefined,
  );
  if (marks.length === 0) return state;
  const request = readOptionalTextMember(other, 'adjustment_request_id');
  return {
    ...state,
    ...Object.fromEntries(marks.map(([, mark]) => [mark, readTextMember(other, 'id', event.type)])),
    ...(request !== undefined && { adjusted_by_request_id: request }),
  };
}
