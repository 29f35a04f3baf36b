// Tiles have the paths and widths of their specification; a log grows by them in any steps to the same bytes,
// and proofs come from them as from the leaves.
import { expect, test } from '@jest/globals';
import {
  decodeEntryBundle,
  encodeEntryBundle,
  ENTRY_BYTES_MAX,
} from '../../../functions/domain/evidence/entry-bundles.ts';
import {
  computeLogRoot,
  growLog,
  listPartialTiles,
} from '../../../functions/domain/evidence/log-growth.ts';
import {
  buildConsistencyProof,
  buildInclusionProof,
  EMPTY_ROOT,
  hashLeaf,
  listConsistencySubtrees,
  listInclusionSubtrees,
  verifyConsistency,
  verifyInclusion,
} from '../../../functions/domain/evidence/merkle-tree.ts';
import {
  findEntryBundle,
  findTile,
  formatTilePath,
  listTilesWith,
  parseTilePath,
  readHashesFrom,
} from '../../../functions/domain/evidence/tiles.ts';
import type { TileLevel, TileRef } from '../../../functions/domain/evidence/tiles.ts';
import { listNewTiles, listTilesOf } from '../../../tools/contract/evidence/log-tiles.ts';
import { fc } from '../../support/nouns/properties.ts';

test.each<[TileLevel, number, number, string]>([
  [0, 1_234_067, 256, 'tile/0/x001/x234/067'],
  [0, 0, 256, 'tile/0/000'],
  [63, 999, 255, 'tile/63/999.p/255'],
  [5, 123_456_078, 2, 'tile/5/x123/x456/078.p/2'],
  ['entries', 1000, 1, 'tile/entries/x001/000.p/1'],
])('the tile of level %s, index %s and width %s is %s', (level, index, width, path) => {
  expect(formatTilePath({ level, index, width })).toBe(path);
  expect(parseTilePath(path)).toEqual({ level, index, width });
});

test.each([
  'tile/0/1',
  'tile/0/0001',
  'tile/0/x000/001',
  'tile/0/001/x002',
  'tile/0/001/002',
  'tile/00/001',
  'tile/64/001',
  'tile/-1/001',
  'tile/data/001',
  'tile/0/001.p/0',
  'tile/0/001.p/01',
  'tile/0/001.p/256',
  'tile/0/001.p/999',
  'tile/0/001.p/',
  'tile/0/001/',
  '/tile/0/001',
  'tile/0/001\n',
  'tile/0/x009/x007/x199/x254/x740/992',
  'checkpoint',
])('%j is not the path of a tile', (path) => {
  expect(parseTilePath(path)).toBeUndefined();
});

const countBy = (tiles: readonly TileRef[]) =>
  Object.fromEntries(
    [...Map.groupBy(tiles, ({ level, width }) => `${level}:${width}`)].map(([key, own]) => {
      return [key, own.length];
    }),
  );

test('a log has the tiles of the examples of the specification', () => {
  expect(countBy(listTilesOf(70_000))).toEqual({
    'entries:256': 273,
    'entries:112': 1,
    '0:256': 273,
    '0:112': 1,
    '1:256': 1,
    '1:17': 1,
    '2:1': 1,
  });
  expect(countBy(listTilesOf(256))).toEqual({ 'entries:256': 1, '0:256': 1, '1:1': 1 });
  expect(listTilesOf(0)).toEqual([]);
});

const buildEntry = (index: number) => Buffer.from(`entry ${index}`);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** A log that grew in the given steps, with every tile it ever wrote. */
function growInSteps(steps: readonly number[]) {
  const tiles = new Map<string, Buffer>();
  const readTile = (path: string) => {
    const bytes = tiles.get(path);
    if (!bytes) throw new Error(`${path} was not written.`);
    return bytes;
  };
  const sizes = [0];
  const roots = [EMPTY_ROOT];
  for (const step of steps) {
    const from = sizes.at(-1) ?? 0;
    const grown = growLog(from, readTile, range(from, from + step).map(buildEntry));
    const expected = listNewTiles(from, grown.size).map(formatTilePath);
    expect([...grown.tiles.keys()].sort()).toEqual(expected.sort());
    grown.tiles.forEach((bytes, path) => tiles.set(path, bytes));
    sizes.push(grown.size);
    roots.push(grown.root);
  }
  return { tiles, readTile, sizes, roots };
}

const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 });

test('a log that grows in any steps is the log that was written at once', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const grown = growInSteps(given);
      const size = grown.sizes.at(-1) ?? 0;
      const whole = growInSteps([size]);

      expect(grown.roots.at(-1)).toEqual(whole.roots.at(-1));
      expect(computeLogRoot(size, grown.readTile)).toEqual(whole.roots.at(-1));
      for (const [path, bytes] of whole.tiles) expect(grown.tiles.get(path)).toEqual(bytes);
    }),
    { numRuns: 40 },
  );
});

test('a log reads only its partial tiles when it grows', () => {
  const { tiles } = growInSteps([70_000]);
  const read: string[] = [];
  growLog(
    70_000,
    (path) => {
      read.push(path);
      return tiles.get(path) ?? Buffer.alloc(0);
    },
    [buildEntry(70_000)],
  );

  expect(new Set(read)).toEqual(new Set(listPartialTiles(70_000).map(formatTilePath)));
});

test('proofs come from the listed tiles alone', () => {
  const { tiles, sizes, roots } = growInSteps([1, 254, 2, 300, 65_000, 700]);
  const size = sizes.at(-1) ?? 0;
  const root = roots.at(-1) ?? EMPTY_ROOT;
  const readListed = (listed: readonly TileRef[]) => {
    const paths = listed.map(formatTilePath);
    return readHashesFrom(size, (path) => {
      expect(paths).toContain(path);
      return tiles.get(path) ?? Buffer.alloc(0);
    });
  };
  for (const index of [0, 255, 256, 557, 65_535, 65_556, size - 1]) {
    const listed = listTilesWith(listInclusionSubtrees(index, size), size);
    const proof = buildInclusionProof(index, size, readListed(listed));
    const bundle = findEntryBundle(index, size);
    const entries = decodeEntryBundle(tiles.get(formatTilePath(bundle)) ?? Buffer.alloc(0));
    const entry = entries[index - bundle.index * 256] ?? Buffer.alloc(0);

    expect(entry).toEqual(buildEntry(index));
    expect(verifyInclusion({ index, size, leafHash: hashLeaf(entry), proof, root })).toBe(true);
  }
  for (const [at, from] of sizes.entries()) {
    const listed = listTilesWith(listConsistencySubtrees(from, size), size);
    const proof = buildConsistencyProof(from, size, readListed(listed));
    const fromRoot = roots[at] ?? EMPTY_ROOT;

    expect(verifyConsistency({ from, to: size, fromRoot, toRoot: root, proof })).toBe(true);
  }
});

test('a tile of another length, or that the log has not, is refused', () => {
  const read = readHashesFrom(300, () => Buffer.alloc(32 * 43));

  expect(() => read(0, 256)).toThrow('tile/0/001.p/44 has 1376 bytes, not 44 hashes.');
  expect(() => findTile({ level: 0, index: 300 }, 300)).toThrow('no subtree 300 of level 0');
  expect(() => findTile({ level: 6, index: 4 }, 300)).toThrow(RangeError);
  expect(findTile({ level: 8, index: 0 }, 300)).toEqual({ level: 1, index: 0, width: 1 });
});

test('a bundle gives back its entries and nothing else', () => {
  const entry = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 256 }), (entries) => {
      const bundle = encodeEntryBundle(entries);

      expect(decodeEntryBundle(bundle).map((one) => [...one])).toEqual(
        entries.map((one) => [...one]),
      );
      expect(() => decodeEntryBundle(Buffer.concat([bundle, Buffer.of(0)]))).toThrow(RangeError);
    }),
    { numRuns: 50 },
  );
  const longest = Buffer.alloc(ENTRY_BYTES_MAX);
  expect(decodeEntryBundle(encodeEntryBundle([longest]))).toEqual([longest]);
  expect(() => encodeEntryBundle([Buffer.alloc(ENTRY_BYTES_MAX + 1)])).toThrow('65536');
  expect(() => encodeEntryBundle(range(0, 257).map(buildEntry))).toThrow('not 257');
  expect(() => encodeEntryBundle([])).toThrow(RangeError);
  expect(() => decodeEntryBundle(Buffer.alloc(0))).toThrow(RangeError);
  expect(() => decodeEntryBundle(Buffer.from('00056162', 'hex'))).toThrow('within entry 0');
  expect(() => decodeEntryBundle(Buffer.alloc(2 * 257))).toThrow('not 257');
});
