// Compares two sets of facts in constant memory, in any order. One side adds the hash of each fact to
// the sum of its bucket, the other subtracts it; a sum that is not zero at the end holds a fact that
// one side lacks. ADR 059 says why an attacker cannot make the sums even.
import { hash } from 'node:crypto';

const BUCKETS = 16_384;
const BITS_256 = (1n << 256n) - 1n;
/** The maximum of facts in memory while those that differ are compared. */
const HELD_MAX = 100_000;

export type FactSide = 'record' | 'witness';

interface Bucket {
  readonly sum: bigint;
  readonly count: number;
}

/** Buckets in groups, each with no more facts than fit in memory together. */
export type BucketGroups = readonly ReadonlySet<number>[];

/** The bucket of a fact, by its name alone: so both versions of a fact share one. */
export function findBucket(name: string): number {
  return hash('sha256', name, 'buffer').readUInt32BE(0) % BUCKETS;
}

export type SavedTally = Uint8Array;

// A bucket: its number, its count, its sum.
const COUNT_BYTES = 6;
const SUM_DIGITS = 64;
const ROW_BYTES = 2 + COUNT_BYTES + SUM_DIGITS / 2;

export class Tally {
  readonly #salt: string;
  /** The buckets of the facts so far: a check of few facts takes less than filling all. */
  readonly #buckets = new Map<number, Bucket>();

  /** The salt is random for each run, so that no one can prepare facts whose hashes sum to zero. */
  constructor(salt: string) {
    this.#salt = salt;
  }

  add(side: FactSide, name: string, content: string): void {
    const digest = hash('sha256', JSON.stringify([this.#salt, name, content]), 'hex');
    const value = BigInt(`0x${digest}`);
    this.#increase(findBucket(name), { sum: side === 'record' ? value : -value, count: 1 });
  }

  #increase(index: number, { sum, count }: Bucket): void {
    const before = this.#buckets.get(index) ?? { sum: 0n, count: 0 };
    this.#buckets.set(index, { sum: (before.sum + sum) & BITS_256, count: before.count + count });
  }

  /** At most 40 bytes for each bucket. */
  save(): SavedTally {
    const bytes = Buffer.alloc(this.#buckets.size * ROW_BYTES);
    [...this.#buckets].forEach(([index, { sum, count }], row) => {
      const start = row * ROW_BYTES;
      bytes.writeUInt16BE(index, start);
      bytes.writeUIntBE(count, start + 2, COUNT_BYTES);
      bytes.write(sum.toString(16).padStart(SUM_DIGITS, '0'), start + 2 + COUNT_BYTES, 'hex');
    });
    return bytes;
  }

  /** Adds a tally with the same salt. */
  merge(saved: SavedTally): void {
    const bytes = Buffer.from(saved);
    for (let start = 0; start < bytes.length; start += ROW_BYTES) {
      const count = bytes.readUIntBE(start + 2, COUNT_BYTES);
      const sum = bytes.toString('hex', start + 2 + COUNT_BYTES, start + ROW_BYTES);
      this.#increase(bytes.readUInt16BE(start), { sum: BigInt(`0x${sum}`), count });
    }
  }

  /** The buckets whose sums are not zero, in groups whose facts fit in memory together. */
  uneven(heldMax = HELD_MAX): BucketGroups {
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
