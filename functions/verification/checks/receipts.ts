// Every record is what the receipts of its mutations state, and every record that they state exists.
import { readRecord } from '../../ledger/store/table-scans.ts';
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
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

async function listReceiptFacts(
  { tenant, item }: StoredRecord,
  audit: VerificationRun,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const recorded of listRecordChanges(tenant, item)) {
    if (recorded.type !== 'written' && recorded.type !== 'stage') continue;
    const { kind, key, change, since, about } = recorded;
    const { noun } = RECORD_KINDS[kind];
    facts.push({
      name: formatFactName(key, change),
      since,
      kind: 'receipt',
      id: readIdempotencyKey(item),
      place: item,
      claims: await readClaims(audit, recorded),
      alone: {
        field: 'events',
        stored: about,
        derived: `a record of kind ${noun} that exists and has no other receipt`,
      },
    });
  }
  return facts;
}

async function readClaims(
  audit: VerificationRun,
  { type, kind, key, members }: RecordChange,
): Promise<Record<string, string>> {
  if (type === 'stage') return {};
  if (members) return formatMembers(members);
  // The answer of a request may lack the record; then only its existence is checked.
  const stored = await readRecord(audit.store, key);
  if (!stored || !isLedgerKind(kind)) return {};
  const written = readIfSound(() => findRecordForm(kind, stored).written?.(stored));
  return formatMembers(written?.members ?? {});
}

function formatFactName({ PK, SK }: { PK: string; SK: string }, change: string): string {
  return `${PK} ${SK} ${change}`;
}
