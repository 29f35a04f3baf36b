// Vectors of the tree: roots, proofs and tiles of logs whose entry N is the text "entry N".
import { hash } from 'node:crypto';
import { growLog } from '../../../functions/domain/evidence/log-growth.ts';
import {
  buildConsistencyProof,
  buildInclusionProof,
  EMPTY_ROOT,
  hashLeaf,
} from '../../../functions/domain/evidence/merkle-tree.ts';
import type { Hash } from '../../../functions/domain/evidence/merkle-tree.ts';
import { formatTilePath, readHashesFrom } from '../../../functions/domain/evidence/tiles.ts';
import { listTilesOf } from './log-tiles.ts';

const SMALL_SIZE = 9;
const GROWTH_SIZES = [1, 255, 256, 257, 600];
const LARGE_SIZE = 70_000;
const LARGE_INDEXES = [0, 255, 256, 65_535, 65_536, 69_999];
const LARGE_EARLIER_SIZES = [1, 600, 65_536, 69_999];

/** A log of entries of vectors, with its tiles and the root of each size that it had. */
export class VectorLog {
  readonly #tiles = new Map<string, Buffer>();
  readonly #roots = new Map<number, Hash>([[0, EMPTY_ROOT]]);
  #size = 0;

  /** Grows the log and returns the tiles that this wrote. */
  growTo(size: number): ReadonlyMap<string, Buffer> {
    const entries = Array.from({ length: size - this.#size }, (_, at) =>
      buildEntry(this.#size + at),
    );
    const grown = growLog(this.#size, (path) => this.readTile(path), entries);
    grown.tiles.forEach((bytes, path) => this.#tiles.set(path, bytes));
    this.#roots.set(size, grown.root);
    this.#size = size;
    return grown.tiles;
  }

  readTile(path: string): Buffer {
    const bytes = this.#tiles.get(path);
    if (!bytes) throw new Error(`${path} was not written.`);
    return bytes;
  }

  rootAt(size: number): Hash {
    const root = this.#roots.get(size);
    if (!root) throw new Error(`The log never had the size ${size}.`);
    return root;
  }

  buildInclusion(index: number, size: number) {
    const proof = buildInclusionProof(index, size, this.#readAt(size));
    return { index, size, root: toBase64(this.rootAt(size)), proof: proof.map(toBase64) };
  }

  buildConsistency(from: number, to: number) {
    const proof = buildConsistencyProof(from, to, this.#readAt(to));
    const [from_root, to_root] = [from, to].map((size) => toBase64(this.rootAt(size)));
    return { from, to, from_root, to_root, proof: proof.map(toBase64) };
  }

  #readAt(size: number) {
    return readHashesFrom(size, (path) => this.readTile(path));
  }
}

export function buildEntry(index: number): Buffer {
  return Buffer.from(`entry ${index}`);
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** The vectors of docs/evidence/vectors/tree.json. */
export function buildTreeVectors(): object {
  return { small: buildSmallLog(), growth: buildGrowth(), large: buildLargeLog() };
}

function buildSmallLog(): object {
  const log = new VectorLog();
  const sizes = Array.from({ length: SMALL_SIZE }, (_, at) => at + 1);
  sizes.forEach((size) => log.growTo(size));
  const allSizes = [0, ...sizes];
  return {
    leaf_hashes: sizes.map((size) => toBase64(hashLeaf(buildEntry(size - 1)))),
    roots: allSizes.map((size) => ({ size, root: toBase64(log.rootAt(size)) })),
    inclusion: sizes.flatMap((size) =>
      sizes.slice(0, size).map((above) => log.buildInclusion(above - 1, size)),
    ),
    consistency: sizes.flatMap((to) =>
      allSizes.slice(0, to + 1).map((from) => log.buildConsistency(from, to)),
    ),
    refused: listRefusedClaims(log),
  };
}

function listRefusedClaims(log: VectorLog): object {
  const inclusion = log.buildInclusion(4, 7);
  const consistency = log.buildConsistency(3, 7);
  const [first = '', ...rest] = inclusion.proof;
  return {
    inclusion: [
      { fault: 'another index', ...inclusion, index: 5 },
      { fault: 'an index that the log has not', ...inclusion, index: 7 },
      { fault: 'the root of another size', ...inclusion, root: toBase64(log.rootAt(6)) },
      { fault: 'a hash less', ...inclusion, proof: rest },
      { fault: 'a hash more', ...inclusion, proof: [...inclusion.proof, first] },
      { fault: 'hashes exchanged', ...inclusion, proof: inclusion.proof.toReversed() },
    ],
    consistency: [
      { fault: 'another earlier size', ...consistency, from: 2 },
      { fault: 'another later size', ...consistency, to: 9 },
      { fault: 'the sizes exchanged', ...consistency, from: 7, to: 3 },
      { fault: 'another earlier root', ...consistency, from_root: toBase64(log.rootAt(2)) },
      { fault: 'a hash less', ...consistency, proof: consistency.proof.slice(1) },
      {
        fault: 'a proof from the empty log',
        ...consistency,
        from: 0,
        from_root: toBase64(EMPTY_ROOT),
      },
    ],
  };
}

function buildGrowth(): object[] {
  const log = new VectorLog();
  return GROWTH_SIZES.map((size) => {
    const tiles = [...log.growTo(size)].map(([path, bytes]) => describeTile(path, bytes));
    return { size, root: toBase64(log.rootAt(size)), tiles };
  });
}

function buildLargeLog(): object {
  const log = new VectorLog();
  [...LARGE_EARLIER_SIZES, LARGE_SIZE].forEach((size) => log.growTo(size));
  const paths = listTilesOf(LARGE_SIZE)
    .filter(({ level, width }) => width < 256 || (level !== 0 && level !== 'entries'))
    .map(formatTilePath);
  return {
    size: LARGE_SIZE,
    root: toBase64(log.rootAt(LARGE_SIZE)),
    tiles: paths.map((path) => describeTile(path, log.readTile(path))),
    inclusion: LARGE_INDEXES.map((index) => log.buildInclusion(index, LARGE_SIZE)),
    consistency: LARGE_EARLIER_SIZES.map((from) => log.buildConsistency(from, LARGE_SIZE)),
  };
}

function describeTile(path: string, bytes: Buffer): object {
  return { path, bytes: bytes.byteLength, sha256: hash('sha256', bytes, 'hex') };
}
