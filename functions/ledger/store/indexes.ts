// The ledger table's indexes. The template, the tests' tables and the queries derive from this
// definition. They contain only requests, because only requests have their partition keys (ADR 027).

export interface Index {
  readonly name: string;
  /** The attribute that is the partition key. */
  readonly partition: string;
  /** The attribute that is the sort key. */
  readonly sort: string;
}

export const INDEXES = {
  state: { name: 'requests-by-state', partition: 'by_state', sort: 'SK' },
  subject: { name: 'requests-by-subject', partition: 'by_subject', sort: 'SK' },
  time: { name: 'requests-by-time', partition: 'by_time', sort: 'time_order' },
} as const satisfies Record<string, Index>;
