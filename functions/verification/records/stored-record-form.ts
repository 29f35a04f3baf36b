// What the verification knows of the records of a kind: how they are written, and what their receipts
// state of them.
import type { Item } from '../../ledger/store/item.ts';

/** Members of a record by the names of the API. Undefined ones are absent. */
export type Members = Readonly<Record<string, unknown>>;

/** What is written once and never changes. */
export interface WrittenOnce {
  /** The identifier or time that was made with it. */
  readonly since: string;
  readonly members: object;
}

/** One of the stages of a record that a few mutations change, each in its own way. */
export interface RecordStage {
  /** The verb of the event. */
  readonly name: string;
  /** The identifier or time that was made with it. */
  readonly since: string;
  /** The members at that stage, where the record still shows them. */
  readonly members?: Members;
}

/** What the receipt of a record's newest change states. */
export interface NewestChange {
  /** The name of the stage, or the version. */
  readonly change: string;
  readonly members: object;
}

/** Every reader throws for a record that cannot be read. */
export interface StoredRecordForm {
  /** The item as the ledger would write the record again. */
  readonly rewrite: (tenant: string, item: Item) => Item;
  /** What reports call the record; its sort key by default. */
  readonly id?: (item: Item) => string;
  /** What one receipt states for good. */
  readonly written?: (item: Item) => WrittenOnce;
  /** The stages so far, oldest first; each has its receipt. */
  readonly stages?: (item: Item) => readonly RecordStage[];
  /** The number of changes so far; each has its receipt. */
  readonly changes?: (item: Item) => number;
  readonly newest?: (item: Item) => NewestChange;
  /** The check that derives the whole record from other records, where no receipt states it. */
  readonly derivedBy?: string;
}

/** What follows the kind in a partition key. */
export function readPartitionName({ PK }: Item): string {
  return PK.split('#').slice(3).join('#');
}
