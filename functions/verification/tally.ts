// Compares two sets of facts in constant memory, in any order. One side adds the hash of each fact to
// the sum of its bucket, the other subtracts it; a sum that is not zero at the end holds a fact that
// one side lacks. ADR 059 says why an attacker cannot make the sums even.
import { hash, randomBytes } from 'node:crypto';

const BUCKETS = 16_384;
const BITS_256 = (1n << 256n) - 1n;
/** The maximum of facts in memory while those that differ are compared. */
const HELD_MAX = 100_000;

export type FactSide = 'record' | 'witness';

export class Tally {
  // Random for each run, so that no one can prepare facts whose hashes sum to zero.
  readonly #salt = randomBytes(32).toString('hex');
  /** The buckets of the facts so far: a check of few facts takes less than filling all. */
  readonly #buckets = new Map<number, { readonly sum: bigint; readonly count: number }>();

  /** The bucket depends on the name alone, so that both versions of a fact share one. */
  add(side: FactSide, name: string, content: string): void {
    const digest = hash('sha256', JSON.stringify([this.#salt, name, content]), 'hex');
    const value = BigInt(`0x${digest}`);
    const index = this.bucketOf(name);
    const { sum, count } = this.#buckets.get(index) ?? { sum: 0n, count: 0 };
    const next = (side === 'record' ? sum + value : sum - value) & BITS_256;
    this.#buckets.set(index, { sum: next, count: count + 1 });
  }

  bucketOf(name: string): number {
    return hash('sha256', name, 'buffer').readUInt32BE(0) % BUCKETS;
  }

  /** The buckets whose sums are not zero, in groups whose facts fit in memory together. */
  uneven(heldMax = HELD_MAX): Set<number>[] {
    const groups: Set<number>[] = [];
    let held = Infinity;
    for (const [bucket, { sum, count }] of this.#buckets) {
      if (sum === 0n) continue;
      if (held + count > heldMax) {
        groups.push(new Set());
        held = 0;
      }
      groups.at(-1)?.add(bucket);
      held += count;
    }
    return groups;
  }
}
