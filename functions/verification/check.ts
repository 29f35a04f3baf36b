// A check names the kinds of records that it reads and inspects each of them. One scan of the tables
// serves all checks; each check uses constant memory, whatever the size of the tables. A scan may be done in
// segments by separate functions: each gathers a summary, and the summaries are added before the check concludes.
import type { ObjectLockBucket } from '../artifacts/object-lock-bucket.ts';
import type { RecordKind } from '../ledger/record-kinds.ts';
import type { Item } from '../ledger/store/item.ts';
import type { Store } from '../ledger/store/store.ts';
import type { Flaw } from './difference.ts';
import type { BucketGroups } from './tally.ts';

/** A record with the tenant and the kind in its partition key. */
export interface StoredRecord {
  readonly tenant: string;
  readonly kind: RecordKind;
  readonly item: Item;
}

export type RecordVisitor = (record: StoredRecord) => void | Promise<void>;

export interface VerificationRun {
  readonly store: Store;
  /** Random and secret, the same in all segments of a run: the hashes of tallies begin with it. */
  readonly salt: string;
  /** The time of the start, in ISO 8601. */
  readonly startedAt: string;
  /** The one tenant that is verified; undefined for all. */
  readonly tenant: string | undefined;
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
  /** Waits until no transaction from before this time, by default the start of the run, can still be in flight. */
  settled(sinceMs?: number): Promise<void>;
  /** The number of lines of an account code that are read in one part, unless one day has more. */
  readonly partLines: bigint;
  /** Whether the time of the run is over, for a visit of very many records: the run is then unfinished. */
  isOver(): boolean;
}

/** Structured-cloneable data, without functions and class instances but Map, Set and Uint8Array. */
export type SummaryData = unknown;

/** What a pass gathers from its records; it does not depend on their order. */
export interface PassSummary {
  save(): SummaryData;
  /** Adds the summary of other records of the same pass. */
  add(saved: SummaryData): void;
}

/** The days of a part of an account code: from the first on, up to the day before the next part. */
export interface DayRange {
  /** Empty in the first part, which has all earlier days. */
  readonly from: string;
  /** Absent in the last part, which has all later days. */
  readonly before?: string;
}

/** By account code and currency, as `nameDivision` writes them: the first days of the parts after the first one. */
export type Divisions = ReadonlyMap<string, readonly string[]>;

/** The account codes of general ledgers that a pass reads besides the tables. */
export interface AccountCodeRows {
  readonly generation: number;
  readonly tenants: readonly string[];
  /** The account codes that are visited in parts. */
  readonly divisions: Divisions;
  /** Receives each row of years with each of its parts: one row for an account code in one currency. */
  readonly visit: (tenant: string, row: Item, days: DayRange) => Promise<void>;
}

/** The records that one scan shows to a check, and what follows from them. */
export interface RecordPass {
  readonly kinds: readonly RecordKind[];
  /** Receives every record of these kinds once, concurrently and in no order. */
  readonly visit: RecordVisitor;
  readonly ledgerRows?: AccountCodeRows;
  /** Ends a part of the scan: what it suspects is examined again and reported, until the time is over. */
  readonly settle?: (isOver: () => boolean) => Promise<void>;
  /** Runs instead of `conclude` when the time ends before all was scanned: reports what the rest cannot change. */
  readonly reportPartial?: () => Promise<void>;
  /** Absent if the pass judges each record by itself. */
  readonly summary?: PassSummary;
  /**
   * Runs once, with the summaries of all records. Returns the input of a further pass when the records must be
   * scanned again.
   */
  readonly conclude?: () => Promise<PassInput | undefined>;
}

/** What a further pass looks for, as the pass before it concluded. */
export interface PassInput {
  readonly step: string;
  readonly data: SummaryData;
  /** The maximum of facts that the pass holds in memory; none by default. */
  readonly facts?: number;
  /** Whether an earlier pass of this step holds facts already, which wait in memory as well. */
  readonly isHolding?: boolean;
}

/**
 * Asks for a further pass over the first of the uneven groups, once what was in flight at the start has settled. Returns
 * undefined when there are none, or when as many differences were found as are kept.
 */
export async function requestPass(
  audit: VerificationRun,
  groups: BucketGroups,
  input: PassInput,
): Promise<PassInput | undefined> {
  const [first] = groups;
  if (!first || audit.isFull()) return undefined;
  await audit.settled();
  return { ...input, facts: first.facts };
}

export interface VerificationCheck {
  readonly name: string;
  /** The first pass, or the one with this input. */
  begin(audit: VerificationRun, input?: PassInput): RecordPass;
}
