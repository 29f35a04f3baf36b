// What follows from the records that lie with an owner: an account's entries, a loan's transactions.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { Item } from '../ledger/journal/items.ts';
import type { VerificationRun, RecordInspection, StoredRecord } from './check.ts';
import type { Flaw } from './difference.ts';
import { OrphanDetector } from './orphan-detector.ts';
import type { OrphanRule } from './orphan-detector.ts';
import { Recheck } from './recheck.ts';

export type RecordLocation = Pick<StoredRecord, 'tenant' | 'item'>;

interface OwnedRecords extends OrphanRule {
  /** What is wrong with one owner; tells of each record that it reads with it. */
  readonly examine: (
    audit: VerificationRun,
    owner: RecordLocation,
    onRecord: (record: Item) => void,
  ) => Promise<Flaw[]>;
}

/** Examines each owner, twice where something seems wrong, and finds the records without one. */
export function inspectOwnedRecords(
  audit: VerificationRun,
  { examine, ...rule }: OwnedRecords,
): RecordInspection {
  const later = new Recheck(audit);
  const forsaken = new OrphanDetector(audit, rule);
  return {
    visit: async ({ tenant, kind, item }) => {
      if (kind === rule.kind) return forsaken.seen(item);
      const flaws = await examine(audit, { tenant, item }, (record) => forsaken.owned(record));
      await later.add(flaws, async () => {
        const again = await readRecord(audit.store, item);
        return again ? examine(audit, { tenant, item: again }, () => undefined) : [];
      });
    },
    conclude: async () => {
      await later.conclude();
      await forsaken.conclude();
    },
  };
}
