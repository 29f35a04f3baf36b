import type { Key } from '../ledger/store/keys.ts';

/** Something stored that the other records do not bear out. */
export interface Difference {
  /** Which check found it. */
  readonly check: string;
  readonly tenant: string;
  /** The kind of record, in the words of the API: `account`, `account_entry`, … */
  readonly kind: string;
  readonly id: string;
  /** The member that differs, or the one that would hold what is missing. */
  readonly field: string;
  readonly stored: string;
  /** What it should be by the other records. */
  readonly derived: string;
  /** Where the record lies, or would lie. */
  readonly place: Key;
}

/** A difference before it is known which check has found it. */
export type Flaw = Omit<Difference, 'check'>;

/** What is said instead of a value when there is none. */
export const NO_RECORD = 'nothing';

const DIFFERENCES_MAX = 1_000;

/** The differences found: all are counted, and as many kept as a person will read. */
export class DifferenceList {
  readonly kept: Difference[] = [];
  count = 0;

  add({ place: { PK, SK }, ...difference }: Difference): void {
    this.count += 1;
    if (!this.isFull) this.kept.push({ ...difference, place: { PK, SK } });
  }

  get isFull(): boolean {
    return this.kept.length >= DIFFERENCES_MAX;
  }
}
