// Checks an owner against the records in its partition: an account's entries, a loan's transactions.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { Item } from '../ledger/store/item.ts';
import { RECORD_KINDS } from '../ledger/record-kinds.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { PassInput, RecordPass, StoredRecord, VerificationRun } from './check.ts';
import type { Flaw } from './difference.ts';
import { beginOrphanPass, OrphanDetector } from './orphan-detector.ts';
import type { OrphanRule } from './orphan-detector.ts';
import { readRecordId } from './records/record-names.ts';
import { Recheck } from './recheck.ts';
import type { SavedTally } from './tally.ts';

export type RecordLocation = Pick<StoredRecord, 'tenant' | 'item'>;

/** The maximum of flaws that are kept of one owner. */
const FLAWS_MAX = 1_000;

/** The flaws of one owner, in bounded memory. */
export class OwnerFlaws {
  readonly kept: Flaw[] = [];
  /** The number of further flaws. */
  unlisted = 0;

  /** Adds the flaws of a record that belongs to the owner. */
  add(flaws: readonly Flaw[]): void {
    const free = FLAWS_MAX - this.kept.length;
    this.kept.push(...flaws.slice(0, free));
    this.unlisted += Math.max(0, flaws.length - free);
  }

  /** Adds the flaws of the owner itself, which are few and all kept, however many its records have. */
  addOwn(flaws: readonly Flaw[], unlisted = 0): void {
    this.kept.push(...flaws);
    this.unlisted += unlisted;
  }
}

interface OwnedRecords extends OrphanRule {
  /** The kind of the owners. */
  readonly ownerKind: RecordKind;
  /** Finds the flaws of one owner; calls `onRecord` with each record of the owner that it reads. */
  readonly examine: (
    audit: VerificationRun,
    owner: RecordLocation,
    onRecord: (record: Item) => void,
  ) => Promise<OwnerFlaws>;
}

/** Examines each owner, again where it found flaws, and finds the records without an owner. */
export function inspectOwnedRecords(
  audit: VerificationRun,
  { examine, ownerKind, ...rule }: OwnedRecords,
  input?: PassInput,
): RecordPass {
  if (input) return beginOrphanPass(audit, rule, input);
  const recheck = new Recheck(audit);
  const orphans = new OrphanDetector(audit, rule);
  const visitOwner = async ({ tenant, item }: RecordLocation) => {
    const first = await examine(audit, { tenant, item }, (record) => orphans.owned(record));
    await recheck.add(first.kept, async () => {
      const fresh = await readRecord(audit.store, item);
      if (!fresh) return [];
      const again = await examine(audit, { tenant, item: fresh }, () => undefined);
      if (again.unlisted > 0) {
        const id = readRecordId({ tenant, kind: ownerKind, item });
        audit.remark(
          `${again.unlisted} further differences of ${RECORD_KINDS[ownerKind].noun} ${id} were found, which are not counted or listed.`,
        );
      }
      return again.kept;
    });
  };
  return {
    kinds: [ownerKind, rule.kind],
    visit: ({ tenant, kind, item }) =>
      kind === rule.kind ? orphans.seen(item) : visitOwner({ tenant, item }),
    settle: (isOver) => recheck.settle(isOver),
    summary: {
      save: () => orphans.save(),
      add: (saved) => orphans.merge(saved as SavedTally),
    },
    conclude: () => orphans.conclude(),
  };
}
