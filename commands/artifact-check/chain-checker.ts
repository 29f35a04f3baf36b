// Checks the hash chains of the accounts' entries. Each hash covers the hash before it and the posting,
// so that a changed, missing or inserted posting shows.
import { GENESIS_HASH, computeChainHash } from '../../functions/ledger/journal/hash-chain.ts';
import type { ChainedFields } from '../../functions/ledger/journal/hash-chain.ts';
import type { PostingFact } from '../../functions/domain/exports/artifact-facts.ts';
import { toMinorUnits, parseMoney } from '../../functions/domain/values/money.ts';
import type { CheckFindings } from './check-findings.ts';

interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

export class ChainChecker {
  readonly #findings: CheckFindings;
  readonly #tenant: string;
  readonly #heads = new Map<string, ChainHead>();
  /** Postings of one time, until one of another time follows. */
  #simultaneous: PostingFact[] = [];
  /** Counts postings whose hash was derived again, and postings without the hash before them. */
  #checked = 0;
  #unchecked = 0;

  constructor(findings: CheckFindings, tenant: string) {
    this.#findings = findings;
    this.#tenant = tenant;
  }

  /** Summarizes the derived hashes for the auditor, after `end`. */
  get summary(): string {
    return (
      `hash chain: ${this.#checked} entries of ${this.#heads.size} accounts derived again, ` +
      `${this.#unchecked} follow one that is not in the file`
    );
  }

  /**
   * Takes the postings in the order of the file. Entries of one millisecond stand in the order of the random bits of
   * their identifiers, so the sequence orders them, and not the file.
   */
  add(posting: PostingFact): void {
    if (this.#simultaneous[0]?.postedAt !== posting.postedAt) this.end();
    this.#simultaneous.push(posting);
  }

  /** Checks the last postings, after the last one of the file. */
  end(): void {
    const postings = this.#simultaneous.toSorted((one, other) => one.sequence - other.sequence);
    this.#simultaneous = [];
    for (const posting of postings) this.#check(posting);
  }

  #check(posting: PostingFact): void {
    const { accountId: account, sequence, hash } = posting;
    const before = this.#heads.get(account) ?? buildFirstHead(sequence);
    this.#heads.set(account, { sequence, hash });
    if (before && before.sequence + 1 !== sequence) {
      const missing = `entry ${before.sequence + 1} of account ${account} is missing`;
      return this.#findings.differ(`${missing}: ${sequence} comes next`);
    }
    // The entry before the account's first entry of the period is not in the file.
    if (!before || hash === '' || before.hash === '') {
      this.#unchecked += 1;
      return undefined;
    }
    this.#checked += 1;
    if (computeChainHash(before.hash, this.#fieldsOf(posting)) === hash) return undefined;
    return this.#findings.differ(`entry ${sequence} of account ${account} breaks the hash chain`);
  }

  #fieldsOf(posting: PostingFact): ChainedFields {
    const minor = (amount: string) => toMinorUnits(parseMoney(amount, posting.currency));
    return {
      ...posting,
      tenant: this.#tenant,
      amountMinor: minor(posting.amount),
      balanceAfterMinor: minor(posting.balanceAfter),
    };
  }
}

// The first entry of an account has no predecessor.
function buildFirstHead(sequence: number): ChainHead | undefined {
  return sequence === 1 ? { sequence: 0, hash: GENESIS_HASH } : undefined;
}
