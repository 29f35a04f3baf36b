// The indexes of the tables. The template, the tests' tables and the queries derive from these
// definitions. An index holds only the records that have its partition key.

export interface Index {
  readonly name: string;
  /** The attribute that is the partition key. */
  readonly partition: string;
  /** The attribute that is the sort key. */
  readonly sort: string;
}

/** Of the ledger table. They contain only requests, because only requests have their keys (ADR 027). */
export const INDEXES = {
  state: { name: 'requests-by-state', partition: 'by_state', sort: 'SK' },
  subject: { name: 'requests-by-subject', partition: 'by_subject', sort: 'SK' },
  time: { name: 'requests-by-time', partition: 'by_time', sort: 'time_order' },
} as const satisfies Record<string, Index>;

/** Of the table of webhooks: the deliveries that wait for an attempt, and those that no attempt follows (ADR 129). */
export const WEBHOOK_INDEXES = {
  pending: { name: 'deliveries-pending', partition: 'pending', sort: 'SK' },
  dead: { name: 'deliveries-dead', partition: 'dead', sort: 'SK' },
} as const satisfies Record<string, Index>;

/** Of the table of receipts: the feed of the evidence log, with the keys of receipts alone (ADR 103). */
export const RECEIPT_INDEXES = {
  feed: { name: 'receipts-by-time', partition: 'feed', sort: 'at' },
} as const satisfies Record<string, Index>;
