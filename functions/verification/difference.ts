import type { Key } from '../ledger/store/keys.ts';

/** A stored value that differs from the value that other records determine. */
export interface Difference {
  /** The name of the check that found it. */
  readonly check: string;
  readonly tenant: string;
  /** The kind of record by its name in the API: `account`, `account_entry`, … */
  readonly kind: string;
  readonly id: string;
  /** The member that differs, or the member that would hold a missing value. */
  readonly field: string;
  readonly stored: string;
  /** The value by the other records. */
  readonly derived: string;
  /** The key of the record, or of the missing record. */
  readonly place: Key;
}

/** A difference without the name of the check that found it. */
export type Flaw = Omit<Difference, 'check'>;

/** Stands for an absent value. */
export const NO_RECORD = 'nothing';

export interface SavedDifferences {
  readonly kept: readonly Difference[];
  readonly countByTenant: ReadonlyMap<string, number>;
}

const DIFFERENCES_MAX = 1_000;

/** Counts all differences and keeps as many as a person will read. */
export class DifferenceList {
  readonly kept: Difference[] = [];
  readonly countByTenant = new Map<string, number>();
  count = 0;

  add({ place: { PK, SK }, ...difference }: Difference): void {
    this.count += 1;
    this.countByTenant.set(difference.tenant, (this.countByTenant.get(difference.tenant) ?? 0) + 1);
    if (!this.isFull) this.kept.push({ ...difference, place: { PK, SK } });
  }

  save(): SavedDifferences {
    return { kept: this.kept, countByTenant: this.countByTenant };
  }

  merge({ kept, countByTenant }: SavedDifferences): void {
    for (const [tenant, count] of countByTenant) {
      this.count += count;
      this.countByTenant.set(tenant, (this.countByTenant.get(tenant) ?? 0) + count);
    }
    this.kept.push(...kept.slice(0, DIFFERENCES_MAX - this.kept.length));
  }

  get isFull(): boolean {
    return this.kept.length >= DIFFERENCES_MAX;
  }
}
