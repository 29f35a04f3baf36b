// The Merkle tree of RFC 6962, section 2.1, with SHA-256, and its proofs. A proof is a list of ranges of
// leaves; its builder hashes them, and its verifier combines the hashes along the same list.
import { hash } from 'node:crypto';

/** A SHA-256: 32 bytes. */
export type Hash = Buffer;

export const HASH_BYTES = 32;

/** Reads the hash of a complete subtree: of the 2^level leaves from index * 2^level on. */
export type ReadHash = (level: number, index: number) => Hash;

/** The leaves of a complete subtree: 2^level from index * 2^level on. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** The leaves from `start` to before `end`. */
interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The root of the tree without leaves: the SHA-256 of nothing. */
export const EMPTY_ROOT: Hash = Buffer.from(
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'hex',
);

// A leaf and a node never have the same hash, because their first bytes differ.
const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** Hashes an entry of the log. */
export function hashLeaf(entry: Uint8Array): Hash {
  return hash('sha256', Buffer.concat([LEAF_PREFIX, entry]), 'buffer');
}

/** Hashes the node above two subtrees. */
export function hashChildren(left: Uint8Array, right: Uint8Array): Hash {
  return hash('sha256', Buffer.concat([NODE_PREFIX, left, right]), 'buffer');
}

/** Computes the root of the tree of the first `size` leaves. */
export function computeRoot(size: number, read: ReadHash): Hash {
  requireSize(size);
  return size === 0 ? EMPTY_ROOT : computeRangeHash({ start: 0, end: size }, read);
}

/** Lists the hashes that `computeRoot` reads. */
export function listRootSubtrees(size: number): Subtree[] {
  requireSize(size);
  return listSubtrees({ start: 0, end: size });
}

/** Builds the proof that the leaf is in the tree, from its sibling to the root's child. */
export function buildInclusionProof(index: number, size: number, read: ReadHash): Hash[] {
  return listInclusionRanges(index, size).map((range) => computeRangeHash(range, read));
}

/** Lists the hashes that `buildInclusionProof` reads. */
export function listInclusionSubtrees(index: number, size: number): Subtree[] {
  return listInclusionRanges(index, size).flatMap(listSubtrees);
}

export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  readonly leafHash: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the proof shows that the tree of this size and root has the leaf at the index. */
export function verifyInclusion({ index, size, leafHash, proof, root }: InclusionClaim): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  if (![leafHash, root, ...proof].every(isHash)) return false;
  const ranges = listInclusionRanges(index, size);
  if (ranges.length !== proof.length) return false;
  const computed = ranges.reduce<Uint8Array>((below, { start }, step) => {
    const sibling = proof[step] ?? EMPTY_ROOT;
    return start > index ? hashChildren(below, sibling) : hashChildren(sibling, below);
  }, leafHash);
  return isSameHash(computed, root);
}

/** Builds the proof that the first `from` leaves of the tree of size `to` are the earlier tree. */
export function buildConsistencyProof(from: number, to: number, read: ReadHash): Hash[] {
  return listConsistencyRanges(from, to).map((range) => computeRangeHash(range, read));
}

/** Lists the hashes that `buildConsistencyProof` reads. */
export function listConsistencySubtrees(from: number, to: number): Subtree[] {
  return listConsistencyRanges(from, to).flatMap(listSubtrees);
}

export interface ConsistencyClaim {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * Whether the proof shows that the later tree starts with the leaves of the earlier one. The empty tree is
 * consistent with every tree, by the empty proof.
 */
export function verifyConsistency(claim: ConsistencyClaim): boolean {
  const { from, to, fromRoot, toRoot, proof } = claim;
  if (!isSize(from) || !isSize(to) || from > to) return false;
  if (![fromRoot, toRoot, ...proof].every(isHash)) return false;
  if (from === 0 && !isSameHash(fromRoot, EMPTY_ROOT)) return false;
  if (from === to) return proof.length === 0 && isSameHash(fromRoot, toRoot);
  const ranges = listConsistencyRanges(from, to);
  if (ranges.length !== proof.length) return false;
  return from === 0 || leadsToRoots(claim, ranges);
}

// The proof starts with the subtree that ends with the earlier tree, unless that subtree is the whole of
// it. From there, what is on the left belongs to both trees, and what is on the right to the later one.
function leadsToRoots({ from, fromRoot, toRoot, proof }: ConsistencyClaim, ranges: LeafRange[]) {
  const isSeedInProof = ranges[0]?.end === from;
  const seed = (isSeedInProof ? proof[0] : fromRoot) ?? EMPTY_ROOT;
  let earlier: Uint8Array = seed;
  let later: Uint8Array = seed;
  for (let step = isSeedInProof ? 1 : 0; step < ranges.length; step += 1) {
    const part = proof[step] ?? EMPTY_ROOT;
    const isOnLeft = (ranges[step]?.end ?? 0) <= from;
    if (isOnLeft) earlier = hashChildren(part, earlier);
    later = isOnLeft ? hashChildren(part, later) : hashChildren(later, part);
  }
  return isSameHash(earlier, fromRoot) && isSameHash(later, toRoot);
}

// RFC 6962, 2.1.1: down from the root, the proof has the half in which the leaf is not.
function listInclusionRanges(index: number, size: number): LeafRange[] {
  requireSize(size);
  if (!isSize(index) || index >= size) {
    throw new RangeError(`A log of ${size} leaves has no leaf ${index}.`);
  }
  const ranges: LeafRange[] = [];
  let range: LeafRange = { start: 0, end: size };
  while (range.end - range.start > 1) {
    const [left, right] = splitRange(range);
    const isLeft = index < left.end;
    ranges.push(isLeft ? right : left);
    range = isLeft ? left : right;
  }
  return ranges.toReversed();
}

// RFC 6962, 2.1.2: down from the root, the proof has the half in which the earlier tree does not end, and
// at last the part with which it ends. That part is left out if it is the earlier tree itself.
function listConsistencyRanges(from: number, to: number): LeafRange[] {
  requireSize(from);
  requireSize(to);
  if (from > to) throw new RangeError(`A log of ${to} leaves has no earlier size ${from}.`);
  if (from === 0) return [];
  const ranges: LeafRange[] = [];
  let range: LeafRange = { start: 0, end: to };
  while (range.end !== from) {
    const [left, right] = splitRange(range);
    const isLeft = from <= left.end;
    ranges.push(isLeft ? right : left);
    range = isLeft ? left : right;
  }
  if (range.start > 0) ranges.push(range);
  return ranges.toReversed();
}

/** Splits a range where the tree does: the left part is the largest power of two below its length. */
function splitRange({ start, end }: LeafRange): [LeafRange, LeafRange] {
  const middle = start + 2 ** computeLevel(end - start - 1);
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}

function computeRangeHash(range: LeafRange, read: ReadHash): Hash {
  return listSubtrees(range)
    .map(({ level, index }) => read(level, index))
    .reduceRight((right, left) => hashChildren(left, right));
}

// Every range of the tree starts at a multiple of the largest power of two in it, so that the powers of two
// in its length are the complete subtrees of which it consists, from left to right.
function listSubtrees({ start, end }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end;) {
    const level = computeLevel(end - at);
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** Computes the largest level with 2^level <= length. */
function computeLevel(length: number): number {
  let level = 0;
  while (2 ** (level + 1) <= length) level += 1;
  return level;
}

function requireSize(size: number): void {
  if (!isSize(size)) throw new RangeError(`${size} is not the size of a log.`);
}

function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0;
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.byteLength === HASH_BYTES;
}

function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
