// The ledger table's indexes. The template, the tests' tables and the queries derive from this
// definition. They contain only requests, because only requests have their partition keys (ADR 027).

export interface Index {
  readonly name: string;
  /** The attribute that is the partition key; the sort key is that of the table. */
  readonly partition: string;
}

export const INDEXES = {
  state: { name: 'requests-by-state', partition: 'by_state' },
  subject: { name: 'requests-by-subject', partition: 'by_subject' },
} as const satisfies Record<string, Index>;
