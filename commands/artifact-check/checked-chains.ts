// The chains of the accounts' entries: each hash is over the one before and the posting itself, so
// that nothing can have been changed, left out or put in between.
import { GENESIS, link } from '../../functions/ledger/journal/hash-chain.ts';
import { minorOf, parseMoney } from '../../functions/domain/values/money.ts';
import { fault } from './findings.ts';
import type { Findings } from './findings.ts';

/** A row of the CSV, by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

interface Head {
  readonly sequence: number;
  readonly hash: string;
}

export class CheckedChains {
  readonly #findings: Findings;
  readonly #tenant: string;
  readonly #heads = new Map<string, Head>();
  /** Postings whose hash was derived again, and those that there was nothing to derive it from. */
  checked = 0;
  unchecked = 0;

  constructor(findings: Findings, tenant: string) {
    this.#findings = findings;
    this.#tenant = tenant;
  }

  get accounts(): number {
    return this.#heads.size;
  }

  add(row: Row): void {
    const account = row['account_id'] ?? '';
    const sequence = Number(row['sequence']);
    const hash = row['entry_hash'] ?? '';
    const before = this.#heads.get(account) ?? firstOf(sequence);
    this.#heads.set(account, { sequence, hash });
    if (before && before.sequence + 1 !== sequence) {
      const missing = `entry ${before.sequence + 1} of account ${account} is missing`;
      return fault(this.#findings, `${missing}: ${sequence} comes next`);
    }
    // Before an account's first entry in the period stands one that is not in the file.
    if (!before || hash === '' || before.hash === '') {
      this.unchecked += 1;
      return undefined;
    }
    this.checked += 1;
    if (link(before.hash, this.#fieldsOf(row)) === hash) return undefined;
    return fault(this.#findings, `entry ${sequence} of account ${account} breaks the hash chain`);
  }

  #fieldsOf(row: Row) {
    const text = (name: string) => row[name] ?? '';
    const minor = (name: string) => minorOf(parseMoney(text(name), text('currency')));
    const isDebit = text('debit_amount') !== '';
    return {
      tenant: this.#tenant,
      accountId: text('account_id'),
      sequence: Number(text('sequence')),
      entryId: text('entry_id'),
      postingKey: text('posting_key'),
      entryType: text('entry_type'),
      direction: isDebit ? 'DEBIT' : 'CREDIT',
      amountMinor: minor(isDebit ? 'debit_amount' : 'credit_amount'),
      currency: text('currency'),
      balanceAfterMinor: minor('balance_after'),
      reference: text('reference'),
      postedAt: text('posted_at'),
    };
  }
}

// The first entry that an account ever had builds on nothing.
function firstOf(sequence: number): Head | undefined {
  return sequence === 1 ? { sequence: 0, hash: GENESIS } : undefined;
}
