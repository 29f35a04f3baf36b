// The ledger table's indexes, described once: the template, the tests' tables and the queries are
// made from this. They hold requests alone, for no other item has their partition keys (ADR 027).

export interface Index {
  readonly name: string;
  /** The attribute that is the partition key; the sort key is the table's own. */
  readonly partition: string;
}

export const INDEXES = {
  state: { name: 'requests-by-state', partition: 'by_state' },
  subject: { name: 'requests-by-subject', partition: 'by_subject' },
} as const satisfies Record<string, Index>;
