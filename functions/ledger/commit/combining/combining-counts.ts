// What a request has done as a combiner (ADR 125), for its log line and its metrics.

/** It has taken the lease, posted so many intents in one transaction, or returned one. */
export type CombiningStep =
  { readonly kind: 'leased' | 'returned' } | { readonly kind: 'posted'; readonly intents: number };

/** The counts of one request; all zero for a request that has not combined. */
export class CombiningCounts {
  leases = 0;
  transactions = 0;
  /** The requests that it has posted, its own included. */
  postings = 0;
  returned = 0;

  note(step: CombiningStep): void {
    if (step.kind === 'leased') this.leases += 1;
    if (step.kind === 'returned') this.returned += 1;
    if (step.kind !== 'posted') return;
    this.transactions += 1;
    this.postings += step.intents;
  }
}
