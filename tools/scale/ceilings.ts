// What bounds the product on AWS, as arithmetic on the limits of the services.

/** Of one partition, whatever the table: units in a second. */
export const PARTITION = { writeUnits: 1_000, readUnits: 3_000 };
export const TRANSACTION_ITEMS_MAX = 100;
/** A write in a transaction takes twice the units of a plain one. */
export const UNITS_OF_WRITE = 2;

export interface Posting {
  readonly entries: number;
  readonly postings: number;
  readonly accounts: number;
}

/** One transfer, and what the batch route takes at most between two accounts. */
export const TRANSFER: Posting = { entries: 1, postings: 2, accounts: 2 };
export const BATCH: Posting = { entries: 25, postings: 50, accounts: 2 };

/** The items of a posting's transaction: the receipt, balances, journal entries, account entries. */
export function itemsOf({ entries, postings, accounts }: Posting): number {
  return 1 + accounts + entries + postings;
}

/** Of a posting whose items are no larger than 1 KB. */
export function unitsOf(posting: Posting): number {
  return UNITS_OF_WRITE * itemsOf(posting);
}

/** Postings a second that the entries of one account can take in: they share a partition. */
export function entriesPerSecond(): number {
  return PARTITION.writeUnits / UNITS_OF_WRITE;
}

/** Journal entries a second of one tenant, on so many write shards. */
export function journalPerSecond(shards: number): number {
  return (shards * PARTITION.writeUnits) / UNITS_OF_WRITE;
}

/** Transfers a second of a table that takes so many write units: receipts are in another table. */
export function transfersPerSecond(writeUnits: number, posting: Posting = TRANSFER): number {
  const inLedger = UNITS_OF_WRITE * (itemsOf(posting) - 1);
  return Math.floor((writeUnits / inLedger) * posting.entries);
}
