// Which receipts of the log the tables no longer have. The id of a receipt is a digest of its key, so receipts
// are found by their times, in the feed.
import { parseReceiptEntry } from '../../functions/domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../functions/domain/evidence/receipt-entry.ts';
import {
  fromMinuteNumber,
  readMinute,
  toMinuteNumber,
} from '../../functions/domain/sealing/sealed-minutes.ts';
import { computeReceiptId } from '../../functions/ledger/commit/receipt-feed.ts';
import { listFeed } from '../../functions/ledger/evidence/feed.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';

/** A receipt of which only the log is left. */
export interface LostReceipt {
  readonly leaf: number;
  readonly entry: ReceiptEntry;
}

/** The leaves that are compared with the feed at once. */
const CHUNK = 2_048;
/** Minutes without leaves, up to so many, are read along with those around them. */
const GAP_MINUTES = 15;

export class LostReceiptSearch {
  readonly #log: Omit<EvidenceLog, 'bucket'>;
  readonly #report: (lost: LostReceipt) => void;
  #leaves: LostReceipt[] = [];
  #count = 0;
  readonly #byMinute = new Map<string, number>();

  constructor(log: Omit<EvidenceLog, 'bucket'>, report: (lost: LostReceipt) => void) {
    this.#log = log;
    this.#report = report;
  }

  /** The number of lost receipts so far. */
  get count(): number {
    return this.#count;
  }

  /** Their number by minute. Adopted ones do not count: they come back with their times when they are adopted again. */
  get byMinute(): ReadonlyMap<string, number> {
    return this.#byMinute;
  }

  async add(leaf: number, bytes: Buffer): Promise<void> {
    this.#leaves.push({ leaf, entry: parseReceiptEntry(bytes) });
    if (this.#leaves.length >= CHUNK) await this.conclude();
  }

  /** Compares the leaves that were not compared yet. */
  async conclude(): Promise<void> {
    const leaves = this.#leaves;
    this.#leaves = [];
    const stored = new Set<string>();
    for (const range of listRanges(leaves)) {
      const { store, tenant } = this.#log;
      for (const { key } of await listFeed(store, tenant, range)) stored.add(computeReceiptId(key));
    }
    for (const lost of leaves) {
      if (stored.has(lost.entry.receipt_id)) continue;
      this.#count += 1;
      this.#note(lost.entry);
      this.#report(lost);
    }
  }

  #note({ at, adopted_at: adoptedAt }: ReceiptEntry): void {
    if (adoptedAt !== undefined) return;
    const minute = readMinute(at);
    this.#byMinute.set(minute, (this.#byMinute.get(minute) ?? 0) + 1);
  }
}

function listRanges(leaves: readonly LostReceipt[]) {
  const minutes = leaves.map(({ entry }) => toMinuteNumber(readMinute(entry.at)));
  const ranges: { first: number; last: number }[] = [];
  for (const minute of new Set(minutes.toSorted((one, other) => one - other))) {
    const range = ranges.at(-1);
    if (range && minute - range.last <= GAP_MINUTES) range.last = minute;
    else ranges.push({ first: minute, last: minute });
  }
  return ranges.map(({ first, last }) => {
    return { from: fromMinuteNumber(first), to: `${fromMinuteNumber(last)}:59.999Z` };
  });
}
