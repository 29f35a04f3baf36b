// What was reversed is marked, what is marked was reversed, once, and both name the request that was
// approved for it: the marks and the applied requests on one side, the posted entries on the other.
import { targetIdOf } from '../../domain/requests/adjustments.ts';
import { transactionIdOf } from '../../domain/journal/journal.ts';
import { fromAdjustmentItem } from '../../ledger/requests/adjustment-items.ts';
import { fromJournalItem } from '../../ledger/journal/items.ts';
import type { Item } from '../../ledger/store/item.ts';
import { text } from '../../ledger/store/stored.ts';
import type { StoredRecord } from '../check.ts';
import { pairingCheck } from '../pairing.ts';
import type { Testimony } from '../pairing.ts';

export const reversalMarks = pairingCheck({
  name: 'reversal-marks',
  record: {
    kinds: ['REV', 'FAR'],
    testimonies: ({ kind, item }) => (kind === 'REV' ? ofMark(item) : ofRequest(item)),
  },
  witness: { kinds: ['JRN'], testimonies: ofJournalEntry },
});

type Verb = 'reversed' | 'replaced';

/** That one record was reversed, or replaced, by another one on the request. */
interface Fact {
  readonly verb: Verb;
  readonly target: string;
  readonly by: string;
  readonly request: string;
}

type Place = Pick<Testimony, 'kind' | 'id' | 'place'>;

const WANTED = { reversed: 'REVERSAL', replaced: 'CORRECTION' } as const;

function ofMark(item: Item): Testimony[] {
  const target = item.PK.split('#').slice(3).join('#');
  const request = text(item, 'adjustment_request_id');
  const place = { kind: 'reversal_mark', id: target, place: item };
  const facts: Fact[] = [
    { verb: 'reversed', target, by: text(item, 'reversed_by'), request },
    ...(item['replaced_by'] === undefined
      ? []
      : [{ verb: 'replaced' as const, target, by: text(item, 'replaced_by'), request }]),
  ];
  return facts.map((fact) => asMark(fact, place, `a ${WANTED[fact.verb]} of ${target}`));
}

function ofRequest(item: Item): Testimony[] {
  const { id: request, target, ...posted } = fromAdjustmentItem(item);
  const { reversalJournalEntryId: reversal, replacementJournalEntryId: replacement } = posted;
  const nameOf = target.type === 'TRANSACTION' ? transactionIdOf : (id: string) => id;
  const facts: Fact[] = (
    [
      ['reversed', reversal],
      ['replaced', replacement],
    ] as const
  ).flatMap(([verb, by]) =>
    by === undefined ? [] : [{ verb, target: targetIdOf(target), by: nameOf(by), request }],
  );
  const place = { kind: 'adjustment_request', id: request, place: item };
  return facts.map((fact) => asRequest(fact, place, `a ${WANTED[fact.verb]} posted by it`));
}

function ofJournalEntry({ item }: StoredRecord): Testimony[] {
  const entry = fromJournalItem(item);
  const { reversesJournalEntryId: reverses, replacesJournalEntryId: replaces } = entry;
  const target = reverses ?? replaces;
  if (target === undefined) return [];
  const verb: Verb = reverses === undefined ? 'replaced' : 'reversed';
  const request = entry.adjustmentRequestId ?? '';
  const ofEntry: Fact = { verb, target, by: entry.id, request };
  const ofTransaction: Fact = {
    ...ofEntry,
    target: transactionIdOf(target),
    by: transactionIdOf(entry.id),
  };
  const place = { kind: 'journal_entry', id: entry.id, place: item };
  const marked = entry.lending ? [ofEntry, ofTransaction] : [ofEntry];
  const asked = entry.lending ? ofTransaction : ofEntry;
  return [
    ...marked.map((fact) => asMark(fact, place, `the one mark beside ${fact.target}`)),
    asRequest(asked, place, `an applied request ${request}`),
  ];
}

function asMark({ verb, target, by, request }: Fact, place: Place, derived: string): Testimony {
  const says = { [`${verb}_by`]: by, adjustment_request_id: request };
  const alone = { field: `${verb}_by`, stored: by, derived };
  return { name: `${target} ${verb}`, since: by, ...place, says, alone };
}

function asRequest({ verb, target, by, request }: Fact, place: Place, derived: string): Testimony {
  const field = verb === 'reversed' ? 'reversal_id' : 'replacement_id';
  const says = { target_id: target, [field]: by };
  const alone = { field, stored: by, derived };
  return { name: `${request} ${verb}`, since: by, ...place, says, alone };
}
