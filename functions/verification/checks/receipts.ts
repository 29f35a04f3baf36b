// Every record is what the receipts of its mutations state, and every record that they state exists.
import { readRecord } from '../../ledger/store/table-scans.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { Item } from '../../ledger/store/item.ts';
import type { VerificationRun, StoredRecord } from '../check.ts';
import { NO_RECORD } from '../difference.ts';
import { buildPairingCheck } from '../fact-pairing.ts';
import type { Fact } from '../fact-pairing.ts';
import { formatMembers } from '../records/member-texts.ts';
import { readIdempotencyKey, readRecordId } from '../records/record-names.ts';
import { findRecordForm, isLedgerKind, LEDGER_KINDS } from '../records/record-forms.ts';
import { listRecordChanges } from '../records/receipt-changes.ts';
import type { RecordChange } from '../records/record-change.ts';
import { readIfSound } from '../records/unreadable.ts';

export const receipts = buildPairingCheck({
  name: 'receipts',
  record: { kinds: LEDGER_KINDS.filter(isStated), listFacts: listRecordFacts },
  witness: { kinds: ['RCP'], listFacts: listReceiptFacts },
});

// Other checks derive the records that no receipt states.
function isStated(kind: (typeof LEDGER_KINDS)[number]): boolean {
  return findRecordForm(kind, { PK: '', SK: '' }).derivedBy === undefined;
}

function listRecordFacts(record: StoredRecord): Fact[] {
  const { kind, item } = record;
  if (!isLedgerKind(kind)) return [];
  const form = findRecordForm(kind, item);
  const written = form.written?.(item);
  const facts = [
    ...(written
      ? [{ name: '', since: written.since, claims: formatMembers(written.members) }]
      : []),
    ...(form.stages?.(item) ?? []).map(({ name, since, members }) => {
      return { name, since, claims: formatMembers(members ?? {}) };
    }),
  ];
  const id = readRecordId(record);
  const { noun } = RECORD_KINDS[kind];
  return facts.map(({ name, since, claims }) => ({
    name: formatFactName(item, name),
    since,
    kind: noun,
    id,
    place: item,
    claims,
    alone: { field: 'receipt', stored: NO_RECORD, derived: `a receipt of it ${name}`.trimEnd() },
  }));
}

function listReceiptFacts(
  { tenant, item }: StoredRecord,
  audit: VerificationRun,
): Fact[] | Promise<Fact[]> {
  const stated = listRecordChanges(tenant, item).filter(
    ({ type }) => type === 'written' || type === 'stage',
  );
  const toFacts = (claims: readonly Claims[]) =>
    stated.map((change, index) => toReceiptFact(item, change, claims[index] ?? {}));
  const claimed = stated.map(claimsOf).filter((claims) => claims !== undefined);
  if (claimed.length === stated.length) return toFacts(claimed);
  const reads = stated.map((change) => claimsOf(change) ?? readClaims(audit, change));
  return Promise.all(reads).then(toFacts);
}

type Claims = Fact['claims'];

function toReceiptFact(
  item: Item,
  { kind, key, change, since, about }: RecordChange,
  claims: Claims,
): Fact {
  const { noun } = RECORD_KINDS[kind];
  return {
    name: formatFactName(key, change),
    since,
    kind: 'receipt',
    id: readIdempotencyKey(item),
    place: item,
    claims,
    alone: {
      field: 'events',
      stored: about,
      derived: `a record of kind ${noun} that exists and has no other receipt`,
    },
  };
}

/** Undefined if the answer of the request lacks the record; then only its existence is checked. */
function claimsOf({ type, members }: RecordChange): Claims | undefined {
  if (type === 'stage') return {};
  return members && formatMembers(members);
}

async function readClaims(audit: VerificationRun, { kind, key }: RecordChange): Promise<Claims> {
  const stored = await readRecord(audit.store, key);
  if (!stored || !isLedgerKind(kind)) return {};
  const written = readIfSound(() => findRecordForm(kind, stored).written?.(stored));
  return formatMembers(written?.members ?? {});
}

function formatFactName({ PK, SK }: { PK: string; SK: string }, change: string): string {
  return `${PK} ${SK} ${change}`;
}
