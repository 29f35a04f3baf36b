// How often records of some buckets were changed: by their versions, or by the receipts of their changes.
import type { RecordKind } from '../../../ledger/record-kinds.ts';
import { formatKey } from '../../../ledger/store/keys.ts';
import type { Key } from '../../../ledger/store/keys.ts';
import type { PassSummary, SummaryData } from '../../check.ts';
import { findBucket } from '../../tally.ts';

export interface CountedRecord {
  readonly tenant: string;
  readonly kind: RecordKind;
  readonly key: Key;
}

/** By the name of the record. */
export type SavedCounts = ReadonlyMap<string, RecordCount>;

interface RecordCount {
  readonly record: CountedRecord;
  readonly count: number;
}

export class ChangeCounts implements PassSummary {
  readonly #buckets: ReadonlySet<number>;
  readonly #counts = new Map<string, RecordCount>();

  constructor(buckets: ReadonlySet<number> = new Set()) {
    this.#buckets = buckets;
  }

  /** Counts changes of a record, unless its bucket is even. */
  count(record: CountedRecord, count: number): void {
    const name = formatKey(record.key);
    if (this.#buckets.has(findBucket(name))) this.#increase(name, { record, count });
  }

  save(): SavedCounts {
    return this.#counts;
  }

  add(saved: SummaryData): void {
    for (const [name, count] of saved as SavedCounts) this.#increase(name, count);
  }

  #increase(name: string, { record, count }: RecordCount): void {
    this.#counts.set(name, { record, count: (this.#counts.get(name)?.count ?? 0) + count });
  }
}
