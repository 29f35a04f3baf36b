// A record that changes is what the receipt of its newest change states, and has a receipt for each of
// its changes.
import { RECORD_KINDS } from '../../../ledger/record-kinds.ts';
import type { RecordKind } from '../../../ledger/record-kinds.ts';
import { readRecord } from '../../../ledger/store/table-scans.ts';
import type { Item } from '../../../ledger/store/item.ts';
import { formatKey } from '../../../ledger/store/keys.ts';
import { ChangeCounts } from './change-counts.ts';
import type { CountedRecord, SavedCounts } from './change-counts.ts';
import { requestPass } from '../../check.ts';
import type {
  PassInput,
  RecordPass,
  StoredRecord,
  VerificationCheck,
  VerificationRun,
} from '../../check.ts';
import { compareMembers } from '../../records/member-texts.ts';
import { listRecordChanges } from '../../records/receipt-changes.ts';
import { findRecordForm, isLedgerKind, LEDGER_KINDS } from '../../records/record-forms.ts';
import { readRecordId } from '../../records/record-names.ts';
import type { RecordChange } from '../../records/record-change.ts';
import type { StoredRecordForm } from '../../records/stored-record-form.ts';
import { readIfSound } from '../../records/unreadable.ts';
import { Tally } from '../../tally.ts';
import type { BucketGroups, SavedTally } from '../../tally.ts';

const COUNTED_KINDS: readonly RecordKind[] = LEDGER_KINDS.filter(
  (kind) => findRecordForm(kind, { PK: '', SK: '' }).changes !== undefined,
);

export const changes: VerificationCheck = {
  name: 'changes',
  begin: (audit, input) => {
    if (input?.step === 'records') return countRecords(input);
    return input ? countReceipts(audit, input) : tallyChanges(audit);
  },
};

function tallyChanges(audit: VerificationRun): RecordPass {
  const tally = new Tally(audit.salt);
  return {
    kinds: [...COUNTED_KINDS, 'RCP'],
    visit: (record) => {
      if (record.kind !== 'RCP') return addChanges(tally, record);
      const stated = listRecordChanges(record.tenant, record.item);
      for (const change of stated) {
        if (isCounted(change)) tally.add('witness', formatKey(change.key), '');
      }
      const newest = stated.flatMap((change) => toNewestReader(change) ?? []);
      return newest.length === 0 ? undefined : compareAllNewest(audit, record.tenant, newest);
    },
    summary: { save: () => tally.save(), add: (saved) => tally.merge(saved as SavedTally) },
    conclude: () => continueWith(audit, tally.uneven()),
  };
}

function addChanges(tally: Tally, { kind, item }: StoredRecord): void {
  tally.add('record', formatKey(item), '', countChanges(kind, item) ?? 0);
}

function countChanges(kind: RecordKind, item: Item): number | undefined {
  return isLedgerKind(kind) ? findRecordForm(kind, item).changes?.(item) : undefined;
}

function isCounted({ type }: RecordChange): boolean {
  return type === 'version' || type === 'counted';
}

/** What a receipt states of a record that shows its newest change. */
interface StatedChange {
  readonly stated: RecordChange;
  readonly members: object;
  readonly readNewest: NonNullable<StoredRecordForm['newest']>;
}

function toNewestReader(stated: RecordChange): StatedChange | undefined {
  const { kind, key, members } = stated;
  if (members === undefined || !isLedgerKind(kind)) return undefined;
  const readNewest = findRecordForm(kind, { ...key }).newest;
  return readNewest && { stated, members, readNewest };
}

async function compareAllNewest(
  audit: VerificationRun,
  tenant: string,
  changed: readonly StatedChange[],
): Promise<void> {
  for (const change of changed) await compareNewest(audit, tenant, change);
}

// A change is final: while it is the newest, the record can be compared at any time.
async function compareNewest(
  audit: VerificationRun,
  tenant: string,
  { stated: { kind, key, change }, members, readNewest }: StatedChange,
): Promise<void> {
  const item = await readRecord(audit.store, key);
  const newest = item && readIfSound(() => readNewest(item));
  if (newest?.change !== change) return;
  const id = readRecordId({ tenant, kind, item: item ?? { ...key } });
  for (const flaw of compareMembers(newest.members, members)) {
    audit.report({ tenant, kind: RECORD_KINDS[kind].noun, id, place: key, ...flaw });
  }
}

function continueWith(
  audit: VerificationRun,
  groups: BucketGroups,
): Promise<PassInput | undefined> {
  return requestPass(audit, groups, { step: 'records', data: groups });
}

// A change between the two reads of a record may or may not be among the receipts: then the next run
// compares the record. So the records are read before the receipts, and once more after them.
function countRecords({ data }: PassInput): RecordPass {
  const groups = data as BucketGroups;
  const counts = new ChangeCounts(groups[0]?.buckets);
  return {
    kinds: COUNTED_KINDS,
    visit: ({ tenant, kind, item }) => {
      const { PK, SK } = item;
      const count = countChanges(kind, item);
      if (count !== undefined) counts.count({ tenant, kind, key: { PK, SK } }, count);
    },
    summary: counts,
    conclude: () => {
      const next: ReceiptCountInput = { groups, records: counts.save() };
      const facts = groups[0]?.facts ?? 0;
      return Promise.resolve({ step: 'receipts', data: next, facts, isHolding: true });
    },
  };
}

interface ReceiptCountInput {
  readonly groups: BucketGroups;
  readonly records: SavedCounts;
}

function countReceipts(audit: VerificationRun, { data }: PassInput): RecordPass {
  const { groups, records } = data as ReceiptCountInput;
  const [group, ...rest] = groups;
  const counts = new ChangeCounts(group?.buckets);
  return {
    kinds: ['RCP'],
    visit: ({ tenant, item }) => {
      for (const { kind, key } of listRecordChanges(tenant, item).filter(isCounted)) {
        counts.count({ tenant, kind, key }, 1);
      }
    },
    summary: counts,
    conclude: async () => {
      const receipts = counts.save();
      for (const [name, { record }] of new Map([...receipts, ...records])) {
        const [stored, counted] = [records.get(name)?.count ?? 0, receipts.get(name)?.count ?? 0];
        await reportMiscount(audit, record, [stored, counted]);
      }
      return continueWith(audit, rest);
    },
  };
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
