// Whether two crowds of facts are the same, in constant memory and in whatever order they come. Each
// fact adds its hash on one side and takes it off on the other; what is not zero at the end holds a
// fact that the other side lacks. ADR 059 tells why this cannot be made to come out even.
import { hash, randomBytes } from 'node:crypto';

const BUCKETS = 16_384;
const BITS_256 = (1n << 256n) - 1n;
/** So many facts are held at once while the ones that differ are looked for. */
const HELD_MAX = 100_000;

export type FactSide = 'record' | 'witness';

export class Tally {
  // Drawn anew for each run: who cannot know it cannot look for facts whose hashes sum up to zero.
  readonly #salt = randomBytes(32).toString('hex');
  readonly #sums: bigint[] = Array.from({ length: BUCKETS }, () => 0n);
  readonly #counts = new Uint32Array(BUCKETS);

  /** The facts that both sides name alike fall into one bucket, whatever each says of them. */
  add(side: FactSide, name: string, content: string): void {
    const digest = hash('sha256', JSON.stringify([this.#salt, name, content]), 'hex');
    const value = BigInt(`0x${digest}`);
    const bucket = this.bucketOf(name);
    const sum = this.#sums[bucket] ?? 0n;
    this.#sums[bucket] = (side === 'record' ? sum + value : sum - value) & BITS_256;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  bucketOf(name: string): number {
    return hash('sha256', name, 'buffer').readUInt32BE(0) % BUCKETS;
  }

  /** The buckets that do not come out even, in groups whose facts can be held at once. */
  uneven(heldMax = HELD_MAX): Set<number>[] {
    const groups: Set<number>[] = [];
    let held = Infinity;
    for (const [bucket, sum] of this.#sums.entries()) {
      if (sum === 0n) continue;
      const count = this.#counts[bucket] ?? 0;
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
