// The chains of the accounts' entries: each hash is over the one before and the posting itself, so
// that nothing can have been changed, left out or put in between.
import { GENESIS_HASH, computeChainHash } from '../../functions/ledger/journal/hash-chain.ts';
import type { ChainedFields } from '../../functions/ledger/journal/hash-chain.ts';
import type { PostingFact } from '../../functions/domain/exports/artifact-facts.ts';
import { toMinorUnits, parseMoney } from '../../functions/domain/values/money.ts';
import { addDifference } from './findings.ts';
import type { CheckFindings } from './findings.ts';

interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

export class ChainChecker {
  readonly #findings: CheckFindings;
  readonly #tenant: string;
  readonly #heads = new Map<string, ChainHead>();
  /** Postings whose hash was derived again, and those that there was nothing to derive it from. */
  #checked = 0;
  #unchecked = 0;

  constructor(findings: CheckFindings, tenant: string) {
    this.#findings = findings;
    this.#tenant = tenant;
  }

  /** What was derived, for the auditor. */
  get summary(): string {
    return (
      `hash chain: ${this.#checked} entries of ${this.#heads.size} accounts derived again, ` +
      `${this.#unchecked} follow one that is not in the file`
    );
  }

  add(posting: PostingFact): void {
    const { accountId: account, sequence, hash } = posting;
    const before = this.#heads.get(account) ?? buildFirstHead(sequence);
    this.#heads.set(account, { sequence, hash });
    if (before && before.sequence + 1 !== sequence) {
      const missing = `entry ${before.sequence + 1} of account ${account} is missing`;
      return addDifference(this.#findings, `${missing}: ${sequence} comes next`);
    }
    // Before an account's first entry in the period stands one that is not in the file.
    if (!before || hash === '' || before.hash === '') {
      this.#unchecked += 1;
      return undefined;
    }
    this.#checked += 1;
    if (computeChainHash(before.hash, this.#fieldsOf(posting)) === hash) return undefined;
    return addDifference(
      this.#findings,
      `entry ${sequence} of account ${account} breaks the hash chain`,
    );
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

// The first entry that an account ever had builds on nothing.
function buildFirstHead(sequence: number): ChainHead | undefined {
  return sequence === 1 ? { sequence: 0, hash: GENESIS_HASH } : undefined;
}
