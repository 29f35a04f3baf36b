// The ceilings of the product on AWS, calculated from the limits of the services.

/** Units per second of one partition, regardless of the table. */
export const PARTITION = { writeUnits: 1_000, readUnits: 3_000 };
export const TRANSACTION_ITEMS_MAX = 100;
/** A write in a transaction takes twice the units of a plain one. */
export const UNITS_PER_WRITE = 2;

export interface PostingShape {
  readonly entries: number;
  readonly postings: number;
  readonly accounts: number;
}

/** One transfer, and the largest batch between two accounts. */
export const TRANSFER: PostingShape = { entries: 1, postings: 2, accounts: 2 };
export const BATCH: PostingShape = { entries: 25, postings: 50, accounts: 2 };

/** What one intent adds to a combined transaction, and what all intents share (ADR 125). */
export interface CombinedShape {
  readonly perIntent: number;
  readonly shared: number;
}

/** Transfers between the same two accounts, and between a hot account and others. */
export const COMBINED_PAIR: CombinedShape = { perIntent: 5, shared: 2 };
export const COMBINED_STAR: CombinedShape = { perIntent: 6, shared: 1 };

/** The items of the transaction that posts for `count` intents. */
export function countCombinedItems({ perIntent, shared }: CombinedShape, count: number): number {
  return count * perIntent + shared;
}

/** The intents that one transaction holds. */
export function countIntentsMax({ perIntent, shared }: CombinedShape): number {
  return Math.floor((TRANSACTION_ITEMS_MAX - shared) / perIntent);
}

/** Intents per second of one queue: a put each, and a deletion in a transaction. */
export function computeIntentsPerSecond(): number {
  return Math.floor(PARTITION.writeUnits / (1 + UNITS_PER_WRITE));
}

/** The items of a posting's transaction: the receipt, balances, journal entries, account entries. */
export function countItems({ entries, postings, accounts }: PostingShape): number {
  return 1 + accounts + entries + postings;
}

/** The write units of a posting whose items are at most 1 KB. */
export function countUnits(posting: PostingShape): number {
  return UNITS_PER_WRITE * countItems(posting);
}

/** Postings per second on one account: its entries share a partition. */
export function computeEntriesPerSecond(): number {
  return PARTITION.writeUnits / UNITS_PER_WRITE;
}

/** Journal entries per second of one tenant with `shards` write shards. */
export function computeJournalRate(shards: number): number {
  return (shards * PARTITION.writeUnits) / UNITS_PER_WRITE;
}

/** Transfers per second of a ledger table with `writeUnits`; receipts are in another table. */
export function computeTransferRate(writeUnits: number, posting: PostingShape = TRANSFER): number {
  const ledgerUnits = UNITS_PER_WRITE * (countItems(posting) - 1);
  return Math.floor((writeUnits / ledgerUnits) * posting.entries);
}
