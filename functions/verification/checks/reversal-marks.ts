// Every reversed or replaced record has one mark, every mark has its journal entry, and both name the
// approved request: compares the marks and the applied requests with the posted entries.
import { readTargetId } from '../../domain/requests/adjustments.ts';
import { toTransactionId } from '../../domain/journal/journal.ts';
import { fromAdjustmentItem } from '../../ledger/requests/adjustment-items.ts';
import type { Item } from '../../ledger/store/item.ts';
import { readText } from '../../ledger/store/attributes.ts';
import type { StoredRecord } from '../check.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';
import { readJournalItem } from '../journal-items.ts';

export const reversalMarks = buildPairingCheck({
  name: 'reversal-marks',
  record: {
    kinds: ['REV', 'FAR'],
    listFacts: ({ kind, item }) => (kind === 'REV' ? toMarkFacts(item) : toRequestFacts(item)),
  },
  witness: { kinds: ['JRN'], listFacts: toJournalEntryFacts },
});

type ReversalVerb = 'reversed' | 'replaced';

/** One record was reversed or replaced by another on a request. */
interface ReversalFact {
  readonly verb: ReversalVerb;
  readonly target: string;
  readonly by: string;
  readonly request: string;
}

type FactLocation = Pick<Fact, 'kind' | 'id' | 'place'>;

const ADJUSTMENT_TYPES = { reversed: 'REVERSAL', replaced: 'CORRECTION' } as const;

function toMarkFacts(item: Item): Fact[] {
  const target = item.PK.split('#').slice(3).join('#');
  const request = readText(item, 'adjustment_request_id');
  const place = { kind: 'reversal_mark', id: target, place: item };
  const facts: ReversalFact[] = [
    { verb: 'reversed', target, by: readText(item, 'reversed_by'), request },
    ...(item['replaced_by'] === undefined
      ? []
      : [{ verb: 'replaced' as const, target, by: readText(item, 'replaced_by'), request }]),
  ];
  return facts.map((fact) =>
    toMarkFact(fact, place, `a ${ADJUSTMENT_TYPES[fact.verb]} of ${target}`),
  );
}

function toRequestFacts(item: Item): Fact[] {
  const { id: request, target, ...posted } = fromAdjustmentItem(item);
  const { reversalJournalEntryId: reversal, replacementJournalEntryId: replacement } = posted;
  const nameOf = target.type === 'TRANSACTION' ? toTransactionId : (id: string) => id;
  const facts: ReversalFact[] = (
    [
      ['reversed', reversal],
      ['replaced', replacement],
    ] as const
  ).flatMap(([verb, by]) =>
    by === undefined ? [] : [{ verb, target: readTargetId(target), by: nameOf(by), request }],
  );
  const place = { kind: 'adjustment_request', id: request, place: item };
  return facts.map((fact) =>
    toRequestFact(fact, place, `a ${ADJUSTMENT_TYPES[fact.verb]} posted by it`),
  );
}

function toJournalEntryFacts({ item }: StoredRecord): Fact[] {
  const entry = readJournalItem(item);
  const { reversesJournalEntryId: reverses, replacesJournalEntryId: replaces } = entry;
  const target = reverses ?? replaces;
  if (target === undefined) return [];
  const verb: ReversalVerb = reverses === undefined ? 'replaced' : 'reversed';
  const request = entry.adjustmentRequestId ?? '';
  const ofEntry: ReversalFact = { verb, target, by: entry.id, request };
  const ofTransaction: ReversalFact = {
    ...ofEntry,
    target: toTransactionId(target),
    by: toTransactionId(entry.id),
  };
  const place = { kind: 'journal_entry', id: entry.id, place: item };
  const marked = entry.loanEntry ? [ofEntry, ofTransaction] : [ofEntry];
  const requested = entry.loanEntry ? ofTransaction : ofEntry;
  return [
    ...marked.map((fact) => toMarkFact(fact, place, `the one mark beside ${fact.target}`)),
    toRequestFact(requested, place, `an applied request ${request}`),
  ];
}

function toMarkFact(
  { verb, target, by, request }: ReversalFact,
  place: FactLocation,
  derived: string,
): Fact {
  const claims = { [`${verb}_by`]: by, adjustment_request_id: request };
  const alone = { field: `${verb}_by`, stored: by, derived };
  return { name: `${target} ${verb}`, since: by, ...place, claims, alone };
}

function toRequestFact(
  { verb, target, by, request }: ReversalFact,
  place: FactLocation,
  derived: string,
): Fact {
  const field = verb === 'reversed' ? 'reversal_id' : 'replacement_id';
  const claims = { target_id: target, [field]: by };
  const alone = { field, stored: by, derived };
  return { name: `${request} ${verb}`, since: by, ...place, claims, alone };
}
