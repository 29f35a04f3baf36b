// What bounds the product on AWS, as arithmetic on the limits of the services.

/** Of one partition, whatever the table: units in a second. */
export const PARTITION = { writeUnits: 1_000, readUnits: 3_000 };
export const TRANSACTION_ITEMS_MAX = 100;
/** A write in a transaction takes twice the units of a plain one. */
export const UNITS_PER_WRITE = 2;

export interface PostingShape {
  readonly entries: number;
  readonly postings: number;
  readonly accounts: number;
}

/** One transfer, and what the batch route takes at most between two accounts. */
export const TRANSFER: PostingShape = { entries: 1, postings: 2, accounts: 2 };
export const BATCH: PostingShape = { entries: 25, postings: 50, accounts: 2 };

/** The items of a posting's transaction: the receipt, balances, journal entries, account entries. */
export function countItems({ entries, postings, accounts }: PostingShape): number {
  return 1 + accounts + entries + postings;
}

/** Of a posting whose items are no larger than 1 KB. */
export function countUnits(posting: PostingShape): number {
  return UNITS_PER_WRITE * countItems(posting);
}

/** Postings a second that the entries of one account can take in: they share a partition. */
export function computeEntriesPerSecond(): number {
  return PARTITION.writeUnits / UNITS_PER_WRITE;
}

/** Journal entries a second of one tenant, on so many write shards. */
export function computeJournalRate(shards: number): number {
  return (shards * PARTITION.writeUnits) / UNITS_PER_WRITE;
}

/** Transfers a second of a table that takes so many write units: receipts are in another table. */
export function computeTransferRate(writeUnits: number, posting: PostingShape = TRANSFER): number {
  const inLedger = UNITS_PER_WRITE * (countItems(posting) - 1);
  return Math.floor((writeUnits / inLedger) * posting.entries);
}
