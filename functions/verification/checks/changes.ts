// A record that changes is what the receipt of its newest change states, and has a receipt for each of
// its changes.
import { RECORD_KINDS } from '../../ledger/record-kinds.ts';
import type { RecordKind } from '../../ledger/record-kinds.ts';
import { readRecord } from '../../ledger/store/table-scans.ts';
import type { Item } from '../../ledger/store/item.ts';
import { formatKey } from '../../ledger/store/keys.ts';
import type { Key } from '../../ledger/store/keys.ts';
import type { VerificationCheck, VerificationRun, StoredRecord } from '../check.ts';
import { compareMembers } from '../records/member-texts.ts';
import { listRecordChanges } from '../records/receipt-changes.ts';
import { findRecordForm, isLedgerKind, LEDGER_KINDS } from '../records/record-forms.ts';
import { readRecordId } from '../records/record-names.ts';
import type { RecordChange } from '../records/record-change.ts';
import { readIfSound } from '../records/unreadable.ts';
import { Tally } from '../tally.ts';

/** Beyond this the tally is uneven and the receipts are counted exactly. */
const CHANGES_MAX = 10_000;

const COUNTED_KINDS: readonly RecordKind[] = LEDGER_KINDS.filter(
  (kind) => findRecordForm(kind, { PK: '', SK: '' }).changes !== undefined,
);

export const changes: VerificationCheck = {
  name: 'changes',
  kinds: [...COUNTED_KINDS, 'RCP'],
  begin: (audit) => {
    const tally = new Tally();
    return {
      visit: async (record) => {
        if (record.kind !== 'RCP') return addChanges(tally, record);
        for (const change of listRecordChanges(record.tenant, record.item)) {
          if (isCounted(change)) tally.add('witness', formatKey(change.key), '');
          await compareNewest(audit, record.tenant, change);
        }
      },
      conclude: async () => {
        for (const buckets of tally.uneven()) {
          if (audit.isFull()) return;
          await reportMiscounts(audit, (name) => buckets.has(tally.bucketOf(name)));
        }
      },
    };
  },
};

function addChanges(tally: Tally, { kind, item }: StoredRecord): void {
  const times = Math.min(countChanges(kind, item) ?? 0, CHANGES_MAX);
  for (let time = 0; time < times; time += 1) tally.add('record', formatKey(item), '');
}

function countChanges(kind: RecordKind, item: Item): number | undefined {
  return isLedgerKind(kind) ? findRecordForm(kind, item).changes?.(item) : undefined;
}

function isCounted({ type }: RecordChange): boolean {
  return type === 'version' || type === 'counted';
}

// A change is final: while it is the newest, the record can be compared at any time.
async function compareNewest(
  audit: VerificationRun,
  tenant: string,
  { kind, key, change, members }: RecordChange,
): Promise<void> {
  if (members === undefined || !isLedgerKind(kind)) return;
  const readNewest = findRecordForm(kind, { ...key }).newest;
  if (!readNewest) return;
  const item = await readRecord(audit.store, key);
  const newest = item && readIfSound(() => readNewest(item));
  if (newest?.change !== change) return;
  const id = readRecordId({ tenant, kind, item: item ?? { ...key } });
  for (const flaw of compareMembers(newest.members, members)) {
    audit.report({ tenant, kind: RECORD_KINDS[kind].noun, id, place: key, ...flaw });
  }
}

interface CountedRecord {
  readonly tenant: string;
  readonly kind: RecordKind;
  readonly key: Key;
}

// A change between the two reads of a record may or may not be among the receipts: then the next run
// compares the record.
async function reportMiscounts(
  audit: VerificationRun,
  isUneven: (name: string) => boolean,
): Promise<void> {
  await audit.settled();
  const records = new Map<string, CountedRecord>();
  const stored = new Map<string, number>();
  const receipts = new Map<string, number>();
  const add = (counts: Map<string, number>, { key, ...record }: CountedRecord, count: number) => {
    const name = formatKey(key);
    if (!isUneven(name)) return;
    records.set(name, { ...record, key });
    counts.set(name, (counts.get(name) ?? 0) + count);
  };
  await audit.walk(COUNTED_KINDS, ({ tenant, kind, item }) => {
    const { PK, SK } = item;
    const count = countChanges(kind, item);
    if (count !== undefined) add(stored, { tenant, kind, key: { PK, SK } }, count);
  });
  const isWhole = await audit.walk(['RCP'], ({ tenant, item }) => {
    for (const { kind, key } of listRecordChanges(tenant, item).filter(isCounted)) {
      add(receipts, { tenant, kind, key }, 1);
    }
  });
  if (!isWhole) return;
  for (const [name, record] of records) {
    await reportMiscount(audit, record, [stored.get(name) ?? 0, receipts.get(name) ?? 0]);
  }
}

async function reportMiscount(
  audit: VerificationRun,
  { tenant, kind, key }: CountedRecord,
  [stored, receipts]: readonly [stored: number, receipts: number],
): Promise<void> {
  if (stored === receipts) return;
  const item = await readRecord(audit.store, key);
  const present = item ? readIfSound(() => countChanges(kind, item)) : 0;
  if (present !== stored) return;
  audit.report({
    tenant,
    kind: RECORD_KINDS[kind].noun,
    id: readRecordId({ tenant, kind, item: item ?? { ...key } }),
    place: key,
    field: kind === 'BAL' ? 'status changes' : 'version',
    stored: String(stored),
    derived: `${receipts}, the number of receipts that changed it`,
  });
}
