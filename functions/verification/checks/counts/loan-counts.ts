// The open loans of the accounts of some buckets.
import type { OpenLoanCount } from '../../../domain/loans/open-loans.ts';
import type { PassSummary, SummaryData } from '../../check.ts';
import { findBucket } from '../../tally.ts';

export interface CountedLoans {
  readonly tenant: string;
  readonly accountId: string;
  readonly counted: number;
  /** As read before the loans were counted. */
  readonly stored?: OpenLoanCount | undefined;
}

export class LoanCounts implements PassSummary {
  readonly #buckets: ReadonlySet<number>;
  readonly #accounts = new Map<string, CountedLoans>();

  constructor(buckets: ReadonlySet<number> = new Set()) {
    this.#buckets = buckets;
  }

  /** Counts loans of an account, unless its bucket is even. */
  count(loans: CountedLoans): void {
    const name = formatAccountName(loans.tenant, loans.accountId);
    if (this.#buckets.has(findBucket(name))) this.#increase(name, loans);
  }

  save(): ReadonlyMap<string, CountedLoans> {
    return this.#accounts;
  }

  add(saved: SummaryData): void {
    for (const [name, loans] of saved as ReadonlyMap<string, CountedLoans>) {
      this.#increase(name, loans);
    }
  }

  #increase(name: string, { stored, counted, ...account }: CountedLoans): void {
    const known = this.#accounts.get(name);
    this.#accounts.set(name, {
      ...account,
      counted: (known?.counted ?? 0) + counted,
      stored: stored ?? known?.stored,
    });
  }
}

export function formatAccountName(tenant: string, accountId: string): string {
  return `${tenant} ${accountId}`;
}
