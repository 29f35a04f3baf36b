// Checks an owner against the records in its partition: an account's entries, a loan's transactions.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { Item } from '../ledger/store/item.ts';
import type { VerificationRun, RecordInspection, StoredRecord } from './check.ts';
import type { Flaw } from './difference.ts';
import { OrphanDetector } from './orphan-detector.ts';
import type { OrphanRule } from './orphan-detector.ts';
import { Recheck } from './recheck.ts';

export type RecordLocation = Pick<StoredRecord, 'tenant' | 'item'>;

interface OwnedRecords extends OrphanRule {
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
  { examine, ...rule }: OwnedRecords,
): RecordInspection {
  const recheck = new Recheck(audit);
  const orphans = new OrphanDetector(audit, rule);
  return {
    visit: async ({ tenant, kind, item }) => {
      if (kind === rule.kind) return orphans.seen(item);
      const flaws = await examine(audit, { tenant, item }, (record) => orphans.owned(record));
      await recheck.add(flaws, async () => {
        const again = await readRecord(audit.store, item);
        return again ? examine(audit, { tenant, item: again }, () => undefined) : [];
      });
    },
    conclude: async () => {
      await recheck.conclude();
      await orphans.conclude();
    },
  };
}
