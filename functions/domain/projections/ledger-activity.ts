// ledger_activity: one record per journal entry, with its lines and postings and what was done to it
// since. Each part of it is told once and for ever by one event, so the parts may come in any order.
import { optionalText, payloadOf, textIn } from './event-payload.ts';
import type { DomainEvent, Projector, State } from './projector.ts';

const POSTED = 'journal_entry.posted';

/** The members by which an entry names another one, and what they make of that one. */
const MARKS = {
  reverses_journal_entry_id: 'reversed_by',
  replaces_journal_entry_id: 'replaced_by',
} as const;

export const ledgerActivity: Projector = {
  name: 'ledger_activity',

  touches(event) {
    if (event.type !== POSTED) return [];
    const entry = payloadOf(event);
    const others = Object.keys(MARKS).flatMap((name) => optionalText(entry, name) ?? []);
    return [textIn(entry, 'id', event.type), ...others];
  },

  apply(state = {}, event, entityId) {
    const entry = payloadOf(event);
    return entry['id'] === entityId ? withEntry(state, entry) : withMarks(state, event, entityId);
  },

  payload(state) {
    const { entry, ...marks } = state as { entry?: State };
    return entry && { ...entry, ...marks };
  },
};

function withEntry(state: State, entry: State): State {
  return state['entry'] === undefined ? { ...state, entry } : state;
}

function withMarks(state: State, event: DomainEvent, entityId: string): State {
  const other = payloadOf(event);
  const marks = Object.entries(MARKS).filter(
    ([name, mark]) => other[name] === entityId && state[mark] === undefined,
  );
  if (marks.length === 0) return state;
  const request = optionalText(other, 'adjustment_request_id');
  return {
    ...state,
    ...Object.fromEntries(marks.map(([, mark]) => [mark, textIn(other, 'id', event.type)])),
    ...(request !== undefined && { adjusted_by_request_id: request }),
  };
}
