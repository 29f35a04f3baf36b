// Compares two sets of facts in constant memory, in any order. One side adds the hash of each fact to
// the sum of its bucket, the other subtracts it; a sum that is not zero at the end holds a fact that
// one side lacks. ADR 059 says why an attacker cannot make the sums even.
import { hash } from 'node:crypto';

const BUCKETS = 16_384;
/** The maximum of facts in memory while those that differ are compared. */
export const HELD_MAX = 100_000;

export type FactSide = 'record' | 'witness';

/** A sum of 256 bits, in parts of 32 bits from the lowest on: faster than one number of any size. */
type Sum = Uint32Array;
const LIMBS = 8;
const BITS = 32 * LIMBS;

interface Bucket {
  readonly sum: Sum;
  count: number;
}

/** Buckets whose facts fit in memory together. */
export interface BucketGroup {
  readonly buckets: ReadonlySet<number>;
  /** The maximum of facts that a comparison of these buckets holds. */
  readonly facts: number;
}

export type BucketGroups = readonly BucketGroup[];

/**
 * The bucket of a fact, by its name alone: so both versions of a fact share one. It spreads the facts and hides
 * nothing, so that FNV-1a with the mixing of MurmurHash3 is enough.
 */
export function findBucket(name: string): number {
  let mixed = 0x81_1c_9d_c5;
  for (let index = 0; index < name.length; index += 1) {
    mixed = Math.imul(mixed ^ name.charCodeAt(index), 0x01_00_01_93);
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % BUCKETS;
}

export type SavedTally = Uint8Array;

// A bucket: its number, its count, its sum.
const COUNT_BYTES = 6;
const SUM_BYTES = 4 * LIMBS;
const ROW_BYTES = 2 + COUNT_BYTES + SUM_BYTES;

export class Tally {
  readonly #salt: string;
  /** The buckets of the facts so far: a check of few facts takes less than filling all. */
  readonly #buckets = new Map<number, Bucket>();

  /** The salt is random for each run, so that no one can prepare facts whose hashes sum to zero. */
  constructor(salt: string) {
    this.#salt = salt;
  }

  /** Adds a fact, or the same fact so many times; a negative number takes it away. */
  add(side: FactSide, name: string, content: string, times = 1): void {
    const digest = this.#digest(name, content, times);
    const bucket = this.#bucketAt(findBucket(name));
    bucket.count += 1;
    if (side === 'record') addDigest(bucket.sum, digest, 0);
    else subtractDigest(bucket.sum, digest);
  }

  #digest(name: string, content: string, times: number): Buffer {
    const text = JSON.stringify([this.#salt, name, content]);
    if (times === 1) return hash('sha256', text, 'buffer');
    const product = BigInt(`0x${hash('sha256', text, 'hex')}`) * BigInt(times);
    const digits = BigInt.asUintN(BITS, product).toString(16);
    return Buffer.from(digits.padStart(SUM_BYTES * 2, '0'), 'hex');
  }

  #bucketAt(index: number): Bucket {
    const known = this.#buckets.get(index);
    if (known) return known;
    const bucket = { sum: new Uint32Array(LIMBS), count: 0 };
    this.#buckets.set(index, bucket);
    return bucket;
  }

  /** At most 40 bytes for each bucket. */
  save(): SavedTally {
    const bytes = Buffer.alloc(this.#buckets.size * ROW_BYTES);
    let start = 0;
    for (const [index, { sum, count }] of this.#buckets) {
      bytes.writeUInt16BE(index, start);
      bytes.writeUIntBE(count, start + 2, COUNT_BYTES);
      const end = start + ROW_BYTES;
      sum.forEach((part, limb) => bytes.writeUInt32BE(part, end - 4 * (limb + 1)));
      start = end;
    }
    return bytes;
  }

  /** Adds a tally with the same salt. */
  merge(saved: SavedTally): void {
    const bytes = Buffer.from(saved);
    for (let start = 0; start < bytes.length; start += ROW_BYTES) {
      const bucket = this.#bucketAt(bytes.readUInt16BE(start));
      bucket.count += bytes.readUIntBE(start + 2, COUNT_BYTES);
      addDigest(bucket.sum, bytes, start + 2 + COUNT_BYTES);
    }
  }

  /** The buckets whose sums are not zero, in groups whose facts fit in memory together. */
  uneven(heldMax = HELD_MAX): BucketGroups {
    const groups: { buckets: Set<number>; facts: number }[] = [];
    for (const [bucket, { sum, count }] of this.#buckets) {
      if (sum.every((part) => part === 0)) continue;
      const last = groups.at(-1);
      if (last && last.facts + count <= heldMax) {
        last.buckets.add(bucket);
        last.facts += count;
      } else groups.push({ buckets: new Set([bucket]), facts: count });
    }
    return groups;
  }
}

/** Adds the 256 bits at the offset, modulo their number. */
function addDigest(sum: Sum, bytes: Buffer, offset: number): void {
  let carry = 0;
  for (let limb = 0; limb < LIMBS; limb += 1) {
    const total =
      (sum[limb] ?? 0) + bytes.readUInt32BE(offset + SUM_BYTES - 4 * (limb + 1)) + carry;
    sum[limb] = total;
    carry = total > 0xff_ff_ff_ff ? 1 : 0;
  }
}

function subtractDigest(sum: Sum, bytes: Buffer): void {
  let borrow = 0;
  for (let limb = 0; limb < LIMBS; limb += 1) {
    const total = (sum[limb] ?? 0) - bytes.readUInt32BE(SUM_BYTES - 4 * (limb + 1)) - borrow;
    sum[limb] = total;
    borrow = total < 0 ? 1 : 0;
  }
}
