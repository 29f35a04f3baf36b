// The Merkle tree gives the published roots, accepts and refuses the published proofs, and agrees with the
// definitions of RFC 6962 written down literally.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  buildConsistencyProof,
  buildInclusionProof,
  computeRoot,
  EMPTY_ROOT,
  hashChildren,
  hashLeaf,
  listConsistencySubtrees,
  listInclusionSubtrees,
  listRootSubtrees,
  verifyConsistency,
  verifyInclusion,
} from '../../../functions/domain/evidence/merkle-tree.ts';
import type {
  ConsistencyClaim,
  Hash,
  InclusionClaim,
} from '../../../functions/domain/evidence/merkle-tree.ts';
import { fc } from '../../support/nouns/properties.ts';

interface Probe {
  readonly file: string;
  readonly proof: readonly string[] | null;
  readonly wantErr: boolean;
}

interface InclusionProbe extends Probe {
  readonly leafIdx: number;
  readonly treeSize: number;
  readonly root: string;
  readonly leafHash: string;
}

interface ConsistencyProbe extends Probe {
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
}

interface MerkleVectors {
  readonly leaves: readonly string[];
  readonly roots: readonly string[];
  readonly inclusion: readonly InclusionProbe[];
  readonly consistency: readonly ConsistencyProbe[];
}

const VECTORS_FILE = join(import.meta.dirname, 'published/merkle-vectors.json');
const vectors = JSON.parse(readFileSync(VECTORS_FILE, 'utf8')) as MerkleVectors;

const decode = (base64: string) => Buffer.from(base64, 'base64');

// RFC 6962, 2.1 and 2.1.1 and 2.1.2, as their formulas read.
const splitAt = (size: number) => {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
};

function treeHash(leaves: readonly Hash[]): Hash {
  const [first = EMPTY_ROOT] = leaves;
  if (leaves.length < 2) return first;
  const middle = splitAt(leaves.length);
  return hashChildren(treeHash(leaves.slice(0, middle)), treeHash(leaves.slice(middle)));
}

function path(index: number, leaves: readonly Hash[]): Hash[] {
  if (leaves.length === 1) return [];
  const middle = splitAt(leaves.length);
  const left = leaves.slice(0, middle);
  const right = leaves.slice(middle);
  return index < middle
    ? [...path(index, left), treeHash(right)]
    : [...path(index - middle, right), treeHash(left)];
}

function subproof(size: number, leaves: readonly Hash[], isWhole: boolean): Hash[] {
  if (size === leaves.length) return isWhole ? [] : [treeHash(leaves)];
  const middle = splitAt(leaves.length);
  const left = leaves.slice(0, middle);
  const right = leaves.slice(middle);
  return size <= middle
    ? [...subproof(size, left, isWhole), treeHash(right)]
    : [...subproof(size - middle, right, false), treeHash(left)];
}

const LEAVES_MAX = 140;
const leaves = Array.from({ length: LEAVES_MAX }, (_, index) => hashLeaf(Buffer.from(`${index}`)));
const known = new Map<string, Hash>();

// Each complete subtree is hashed once.
function read(level: number, index: number): Hash {
  if (level === 0) return leaves[index] as Hash;
  const key = `${level}/${index}`;
  const hash =
    known.get(key) ?? hashChildren(read(level - 1, index * 2), read(level - 1, index * 2 + 1));
  known.set(key, hash);
  return hash;
}

const sizes = Array.from({ length: LEAVES_MAX + 1 }, (_, size) => size);
const roots = sizes.map((size) => computeRoot(size, read));
const rootOf = (size: number) => roots[size] as Hash;

const buildInclusionClaim = (index: number, size: number): InclusionClaim => ({
  index,
  size,
  leafHash: leaves[index] as Hash,
  proof: buildInclusionProof(index, size, read),
  root: rootOf(size),
});

const buildConsistencyClaim = (from: number, to: number): ConsistencyClaim => ({
  from,
  to,
  fromRoot: rootOf(from),
  toRoot: rootOf(to),
  proof: buildConsistencyProof(from, to, read),
});

test('a tree has the published roots', () => {
  const hashes = vectors.leaves.map((leaf) => hashLeaf(Buffer.from(leaf, 'hex')));
  const readPublished = (level: number, index: number): Hash =>
    level === 0
      ? (hashes[index] as Hash)
      : hashChildren(readPublished(level - 1, index * 2), readPublished(level - 1, index * 2 + 1));
  const found = vectors.roots.map((_, size) => computeRoot(size, readPublished).toString('hex'));

  expect(found).toEqual(vectors.roots);
  expect(hashLeaf(Buffer.from('L123456')).toString('hex')).toBe(
    '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
  );
});

test('the published proofs are accepted and refused as published', () => {
  const inclusion = vectors.inclusion.map(({ file, wantErr, ...probe }) => {
    const isVerified = verifyInclusion({
      index: probe.leafIdx,
      size: probe.treeSize,
      leafHash: decode(probe.leafHash),
      root: decode(probe.root),
      proof: (probe.proof ?? []).map(decode),
    });
    return isVerified === wantErr ? file : '';
  });
  const consistency = vectors.consistency.map(({ file, ...probe }) => {
    // One probe gives text for both roots and wants it accepted; here a root is a SHA-256.
    const wantErr = probe.wantErr || decode(probe.root1).byteLength !== 32;
    const isVerified = verifyConsistency({
      from: probe.size1,
      to: probe.size2,
      fromRoot: decode(probe.root1),
      toRoot: decode(probe.root2),
      proof: (probe.proof ?? []).map(decode),
    });
    return isVerified === wantErr ? file : '';
  });

  expect([inclusion.length, consistency.length]).toEqual([98, 98]);
  expect([...inclusion, ...consistency].filter((file) => file !== '')).toEqual([]);
});

test('roots and proofs are those of the definitions', () => {
  for (const size of sizes) {
    const own = leaves.slice(0, size);
    expect(rootOf(size)).toEqual(treeHash(own));
    const index = (size * 7) % Math.max(size, 1);
    const others = [index, size - 1, size >> 1].filter((at) => at >= 0 && at < size);
    for (const at of others) {
      expect(buildInclusionProof(at, size, read)).toEqual(path(at, own));
      expect(buildConsistencyProof(at + 1, size, read)).toEqual(subproof(at + 1, own, true));
    }
  }
});

test('every proof of every tree is accepted', () => {
  const refused = sizes.flatMap((size) =>
    Array.from({ length: size + 1 }, (_, at) => at).flatMap((at) => [
      ...(at === size || verifyInclusion(buildInclusionClaim(at, size)) ? [] : [[at, size]]),
      ...(verifyConsistency(buildConsistencyClaim(at, size)) ? [] : [[at, size]]),
    ]),
  );

  expect(refused).toEqual([]);
});

const sizeFrom = (min: number) => fc.integer({ min, max: LEAVES_MAX });
const flip = (hash: Uint8Array, bit: number) => {
  const bytes = Buffer.from(hash);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return bytes;
};

/** The proof with one bit changed, one hash less, one more, and with two hashes exchanged. */
function listCorruptedProofs(proof: readonly Uint8Array[], bit: number): Uint8Array[][] {
  const at = proof.length === 0 ? 0 : bit % proof.length;
  const [first, second, ...rest] = proof;
  return [
    ...(proof.length > 0 ? [proof.map((hash, own) => (own === at ? flip(hash, bit) : hash))] : []),
    ...(proof.length > 0
      ? [proof.slice(0, -1), proof.slice(1), proof.with(at, Buffer.alloc(31))]
      : []),
    [...proof, leaves[0] as Hash],
    [leaves[0] as Hash, ...proof],
    ...(first && second ? [[second, first, ...rest]] : []),
  ];
}

test('an inclusion proof is refused when anything of the claim is changed', () => {
  const claims = fc.tuple(sizeFrom(1), fc.nat(), fc.nat(), fc.nat({ max: 255 }));
  fc.assert(
    fc.property(claims, ([size, indexSeed, otherSeed, bit]) => {
      const claim = buildInclusionClaim(indexSeed % size, size);
      const { index, leafHash, root, proof } = claim;
      const other = otherSeed % (LEAVES_MAX + 1);
      const changed: InclusionClaim[] = [
        ...listCorruptedProofs(proof, bit).map((corrupted) => ({ ...claim, proof: corrupted })),
        { ...claim, leafHash: flip(leafHash, bit) },
        { ...claim, root: flip(root, bit) },
        { ...claim, index: size },
        { ...claim, index: -1 },
        { ...claim, index: 0.5 },
        { ...claim, size: 2 ** 53 },
        ...(other !== index ? [{ ...claim, index: other }] : []),
        ...(other !== size ? [{ ...claim, size: other, root: rootOf(other) }] : []),
      ];

      expect(changed.filter(verifyInclusion)).toEqual([]);
    }),
  );
});

test('a consistency proof is refused when anything of the claim is changed', () => {
  const claims = fc.tuple(sizeFrom(2), fc.nat(), fc.nat(), fc.nat({ max: 255 }));
  fc.assert(
    fc.property(claims, ([to, fromSeed, otherSeed, bit]) => {
      const claim = buildConsistencyClaim(1 + (fromSeed % (to - 1)), to);
      const { from, fromRoot, toRoot, proof } = claim;
      const other = otherSeed % (LEAVES_MAX + 1);
      const changed: ConsistencyClaim[] = [
        ...listCorruptedProofs(proof, bit).map((corrupted) => ({ ...claim, proof: corrupted })),
        { ...claim, fromRoot: flip(fromRoot, bit) },
        { ...claim, toRoot: flip(toRoot, bit) },
        { ...claim, from: to, to: from, fromRoot: toRoot, toRoot: fromRoot },
        { ...claim, from: 0 },
        { ...claim, from: -1 },
        { ...claim, to: 2 ** 53 },
        ...(other !== to ? [{ ...claim, to: other, toRoot: rootOf(other) }] : []),
        ...(other !== from ? [{ ...claim, from: other, fromRoot: rootOf(other) }] : []),
      ];

      expect(changed.filter(verifyConsistency)).toEqual([]);
    }),
  );
});

test('a builder reads exactly the hashes that its list names', () => {
  fc.assert(
    fc.property(sizeFrom(1), fc.nat(), (size, seed) => {
      const subtrees: string[] = [];
      const readCounted = (level: number, index: number) => {
        subtrees.push(`${level}/${index}`);
        return read(level, index);
      };
      computeRoot(size, readCounted);
      buildInclusionProof(seed % size, size, readCounted);
      buildConsistencyProof(seed % (size + 1), size, readCounted);
      const listed = [
        ...listRootSubtrees(size),
        ...listInclusionSubtrees(seed % size, size),
        ...listConsistencySubtrees(seed % (size + 1), size),
      ];

      expect(subtrees).toEqual(listed.map(({ level, index }) => `${level}/${index}`));
    }),
  );
});

test('a claim about a leaf or a size that is not there has no proof', () => {
  expect(() => buildInclusionProof(5, 5, read)).toThrow('A log of 5 leaves has no leaf 5.');
  expect(() => buildConsistencyProof(6, 5, read)).toThrow('no earlier size 6');
  expect(() => computeRoot(-1, read)).toThrow('-1 is not the size of a log.');
  expect(() => computeRoot(2 ** 53, read)).toThrow(RangeError);
});

test('the empty log is consistent with every log, by its own root and the empty proof', () => {
  const claim = buildConsistencyClaim(0, 5);

  expect(claim.proof).toEqual([]);
  expect(verifyConsistency(claim)).toBe(true);
  expect(verifyConsistency({ ...claim, fromRoot: rootOf(1) })).toBe(false);
  expect(verifyConsistency({ ...claim, proof: [rootOf(5)] })).toBe(false);
});
