// Checks an owner against the records in its partition: an account's entries, a loan's transactions.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { Item } from '../ledger/store/item.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { PassInput, RecordPass, StoredRecord, VerificationRun } from './check.ts';
import type { Flaw } from './difference.ts';
import { beginOrphanPass, OrphanDetector } from './orphan-detector.ts';
import type { OrphanRule } from './orphan-detector.ts';
import { Recheck } from './recheck.ts';
import type { SavedTally } from './tally.ts';

export type RecordLocation = Pick<StoredRecord, 'tenant' | 'item'>;

interface OwnedRecords extends OrphanRule {
  /** The kind of the owners. */
  readonly ownerKind: RecordKind;
  /** Finds the flaws of one owner; calls `onRecord` with each record of the owner that it reads. */
  readonly examine: (
    audit: VerificationRun,
    owner: RecordLocation,
    onRecord: (record: Item) => void,
  ) => Promise<Flaw[]>;
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
    const flaws = await examine(audit, { tenant, item }, (record) => orphans.owned(record));
    await recheck.add(flaws, async () => {
      const again = await readRecord(audit.store, item);
      return again ? examine(audit, { tenant, item: again }, () => undefined) : [];
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
