// Records in the partition of an owner are read together with it. A record whose owner does not exist
// is found by tallying all stored records against those that were read with an owner.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Key } from '../ledger/store/keys.ts';
import type { PassInput, RecordPass, VerificationRun } from './check.ts';
import type { Flaw } from './difference.ts';
import { findBucket, Tally } from './tally.ts';
import type { SavedTally } from './tally.ts';

export interface OrphanRule {
  readonly kind: RecordKind;
  /** The identifier that was made with the record; it holds the time. */
  readonly since: (item: Item) => string;
  readonly owner: (tenant: string, item: Item) => Key;
  /** The difference to report when there is no owner. */
  readonly flaw: (item: Item) => Omit<Flaw, 'tenant' | 'place'>;
}

export class OrphanDetector {
  readonly #audit: VerificationRun;
  readonly #rule: OrphanRule;
  readonly #tally: Tally;

  constructor(audit: VerificationRun, rule: OrphanRule) {
    this.#audit = audit;
    this.#rule = rule;
    this.#tally = new Tally(audit.salt);
  }

  /** Tallies a record of the scan. */
  seen(item: Item): void {
    if (!this.#isUnderWay(item)) this.#tally.add('record', formatItemKey(item), '');
  }

  /** Tallies a record that was read with its owner. */
  owned(item: Item): void {
    if (!this.#isUnderWay(item)) this.#tally.add('witness', formatItemKey(item), '');
  }

  #isUnderWay(item: Item): boolean {
    return this.#audit.isUnderWay(this.#rule.since(item));
  }

  save(): SavedTally {
    return this.#tally.save();
  }

  merge(saved: SavedTally): void {
    this.#tally.merge(saved);
  }

  /** The pass that finds the records without an owner, if there may be any. */
  async conclude(): Promise<PassInput | undefined> {
    const uneven = this.#tally.uneven();
    if (uneven.length === 0) return undefined;
    await this.#audit.settled();
    return { step: 'orphans', data: new Set(uneven.flatMap(({ buckets }) => [...buckets])) };
  }
}

/** Reports each record without an owner. */
export function beginOrphanPass(
  audit: VerificationRun,
  { kind, owner, flaw }: OrphanRule,
  { data }: PassInput,
): RecordPass {
  const buckets = data as ReadonlySet<number>;
  return {
    kinds: [kind],
    visit: async ({ tenant, item }) => {
      if (audit.isFull() || !buckets.has(findBucket(formatItemKey(item)))) return;
      if (await readRecord(audit.store, owner(tenant, item))) return;
      audit.report({ tenant, place: item, ...flaw(item) });
    },
  };
}

function formatItemKey({ PK, SK }: Item): string {
  return `${PK} ${SK}`;
}
