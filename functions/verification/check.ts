// A check says which records it wants to see and what it makes of them. The tables are walked once
// for all checks together; each keeps constant memory on the way, whatever the size of the tables.
import type { Item } from '../ledger/journal/items.ts';
import type { Store } from '../ledger/store/store.ts';
import type { Flaw } from './difference.ts';

/** A record with what its partition key tells: whose it is, and of what kind (`BAL`, `JRN`, …). */
export interface StoredRecord {
  readonly tenant: string;
  readonly kind: string;
  readonly item: Item;
}

export type RecordVisitor = (record: StoredRecord) => void | Promise<void>;

export interface VerificationRun {
  readonly store: Store;
  /** Reports one difference; the check's name is added. */
  report(flaw: Flaw): void;
  /** There are more differences already than are kept. */
  isFull(): boolean;
  /**
   * Whether what was made together with this identifier may still be on its way: it was made after
   * the audit began. It is left to the next audit, on both sides of a comparison alike.
   */
  isUnderWay(id: string): boolean;
  /** Waits until nothing that was begun before the audit can still be on its way. */
  settled(): Promise<void>;
  /**
   * Walks the tables once more, for a closer look at what did not come out even. False when the
   * time was up before the end: then what was not seen may still be there.
   */
  walk(kinds: readonly string[], visit: RecordVisitor): Promise<boolean>;
}

/** One run of a check. */
export interface RecordInspection {
  /** Is given every record of the check's kinds, several at a time and in no order. */
  readonly visit: RecordVisitor;
  /** When all have been seen. */
  readonly conclude?: () => Promise<void>;
}

export interface VerificationCheck {
  readonly name: string;
  readonly kinds: readonly string[];
  begin(audit: VerificationRun): RecordInspection;
}
