// Records in the partition of an owner are read together with it. A record whose owner does not exist
// is found by tallying all stored records against those that were read with an owner.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Key } from '../ledger/store/keys.ts';
import type { VerificationRun } from './check.ts';
import type { Flaw } from './difference.ts';
import { Tally } from './tally.ts';

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
  readonly #tally = new Tally();

  constructor(audit: VerificationRun, rule: OrphanRule) {
    this.#audit = audit;
    this.#rule = rule;
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

  /** Reports each record without an owner. */
  async conclude(): Promise<void> {
    const audit = this.#audit;
    const uneven = this.#tally.uneven();
    if (uneven.length === 0) return;
    await audit.settled();
    const { kind, owner, flaw } = this.#rule;
    await audit.walk([kind], async ({ tenant, item }) => {
      const bucket = this.#tally.bucketOf(formatItemKey(item));
      if (audit.isFull() || !uneven.some((buckets) => buckets.has(bucket))) return;
      if (await readRecord(audit.store, owner(tenant, item))) return;
      audit.report({ tenant, place: item, ...flaw(item) });
    });
  }
}

function formatItemKey({ PK, SK }: Item): string {
  return `${PK} ${SK}`;
}
