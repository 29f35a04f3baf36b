// A check names the kinds of records that it reads and inspects each of them. One scan of the tables
// serves all checks; each check uses constant memory, whatever the size of the tables.
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Store } from '../ledger/store/store.ts';
import type { Flaw } from './difference.ts';

/** A record with the tenant and the kind in its partition key. */
export interface StoredRecord {
  readonly tenant: string;
  readonly kind: RecordKind;
  readonly item: Item;
}

export type RecordVisitor = (record: StoredRecord) => void | Promise<void>;

export interface VerificationRun {
  readonly store: Store;
  /** The bucket of the evidence logs; without it, the logs are not verified. */
  readonly evidence: ObjectLockBucket | undefined;
  /** Reports one difference; the check's name is added. */
  report(flaw: Flaw): void;
  /** Says what a reader should know and what is no difference. */
  remark(text: string): void;
  /** Whether as many differences were found as are kept. */
  isFull(): boolean;
  /**
   * Whether the transaction that made this identifier or time may still be in flight, because it was
   * made after the run started. The next run compares it; this one leaves out both sides.
   */
  isUnderWay(since: string): boolean;
  /** Whether a receipt of this time must be in the evidence log by now. */
  isDueInLog(at: string): boolean;
  /** Waits until no transaction from before the run can still be in flight. */
  settled(): Promise<void>;
  /** Whether the time has run out; the run is then unfinished. */
  isOver(): boolean;
  /**
   * Scans the tables again for the records behind an uneven tally. False when the time ran out before
   * the end: a record that was not seen may still exist.
   */
  walk(kinds: readonly RecordKind[], visit: RecordVisitor): Promise<boolean>;
}

/** One run of a check. */
export interface RecordInspection {
  /** Receives every record of the check's kinds, concurrently and in no order. */
  readonly visit: RecordVisitor;
  /** Runs after the last record. */
  readonly conclude?: () => Promise<void>;
}

export interface VerificationCheck {
  readonly name: string;
  readonly kinds: readonly RecordKind[];
  begin(audit: VerificationRun): RecordInspection;
}
