// Records that lie with an owner are read with it; one whose owner does not exist is read by nobody,
// and shows up only when all that there are are tallied against all that were read.
import { readRecord } from '../ledger/store/table-scans.ts';
import type { Item } from '../ledger/journal/items.ts';
import type { Key } from '../ledger/store/keys.ts';
import type { VerificationRun } from './check.ts';
import type { Flaw } from './difference.ts';
import { Tally } from './tally.ts';

export interface OrphanRule {
  /** The kind of record, by its key. */
  readonly kind: string;
  /** The identifier made with the record, which tells when. */
  readonly since: (item: Item) => string;
  readonly owner: (tenant: string, item: Item) => Key;
  /** What is reported when there is no owner. */
  readonly flaw: (item: Item) => Omit<Flaw, 'tenant' | 'place'>;
}

export class OrphanDetector {
  readonly #audit: VerificationRun;
  readonly #belonging: OrphanRule;
  readonly #tally = new Tally();

  constructor(audit: VerificationRun, rule: OrphanRule) {
    this.#audit = audit;
    this.#belonging = rule;
  }

  /** The record is there. */
  seen(item: Item): void {
    if (!this.#isUnderWay(item)) this.#tally.add('record', formatItemKey(item), '');
  }

  /** The record was read with its owner. */
  owned(item: Item): void {
    if (!this.#isUnderWay(item)) this.#tally.add('witness', formatItemKey(item), '');
  }

  #isUnderWay(item: Item): boolean {
    return this.#audit.isUnderWay(this.#belonging.since(item));
  }

  /** Reports each record without an owner. */
  async conclude(): Promise<void> {
    const audit = this.#audit;
    const uneven = this.#tally.uneven();
    if (uneven.length === 0) return;
    await audit.settled();
    const { kind, owner, flaw } = this.#belonging;
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
