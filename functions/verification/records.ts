// What follows from the records that lie with an owner: an account's entries, a loan's transactions.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Audit, Inspection, StoredRecord } from './check.ts';
import type { Flaw } from './difference.ts';
import { Forsaken } from './orphans.ts';
import type { Belonging } from './orphans.ts';
import { SecondLook } from './recheck.ts';

export type Place = Pick<StoredRecord, 'tenant' | 'item'>;

interface Books extends Belonging {
  /** What is wrong with one owner; tells of each record that it reads with it. */
  readonly examine: (
    audit: Audit,
    owner: Place,
    onRecord: (record: Item) => void,
  ) => Promise<Flaw[]>;
}

/** Examines each owner, twice where something seems wrong, and finds the records without one. */
export function followBooks(audit: Audit, { examine, ...belonging }: Books): Inspection {
  const later = new SecondLook(audit);
  const forsaken = new Forsaken(audit, belonging);
  return {
    see: async ({ tenant, kind, item }) => {
      if (kind === belonging.kind) return forsaken.seen(item);
      const flaws = await examine(audit, { tenant, item }, (record) => forsaken.owned(record));
      await later.suspect(flaws, async () => {
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
