// Appending entries to a log: the tiles to write and the root after it, from the partial tiles before it.
import { decodeEntryBundle, encodeEntryBundle } from './entry-bundles.ts';
import { computeRoot, HASH_BYTES, hashLeaf } from './merkle-tree.ts';
import type { Hash } from './merkle-tree.ts';
import { formatTilePath, hashTree, readHashesFrom, TILE_WIDTH } from './tiles.ts';
import type { TileLevel, TileRef } from './tiles.ts';

/** Returns the bytes of a tile by its path. */
export type ReadTile = (path: string) => Uint8Array;

export interface GrownLog {
  readonly size: number;
  readonly root: Hash;
  /** The bytes of each new tile, full or partial, of entries and of hashes, by path. */
  readonly tiles: ReadonlyMap<string, Buffer>;
}

/** Lists the partial tiles of a log of this size: all that its root and its growth depend on. */
export function listPartialTiles(size: number): TileRef[] {
  const tiles: TileRef[] = [];
  for (let level = 0, count = size; count > 0; level += 1) {
    const index = Math.floor(count / TILE_WIDTH);
    const width = count % TILE_WIDTH;
    if (width > 0 && level === 0) tiles.push({ level: 'entries', index, width });
    if (width > 0) tiles.push({ level, index, width });
    count = index;
  }
  return tiles;
}

/**
 * Appends entries to a log of `fromSize` leaves. `readTile` returns the tiles that `listPartialTiles` lists
 * for it; with damaged ones the root would not be that of the log, so compare it before (`computeLogRoot`).
 */
export function growLog(
  fromSize: number,
  readTile: ReadTile,
  entries: readonly Uint8Array[],
): GrownLog {
  const size = fromSize + entries.length;
  const tiles = new Map<string, Buffer>();
  const bundles = entries.map((entry) => encodeEntryBundle([entry]));
  addTiles(tiles, { level: 'entries', from: fromSize, added: bundles }, readTile);
  let added = entries.map(hashLeaf);
  for (let level = 0, from = fromSize; added.length > 0; level += 1) {
    const full = addTiles(tiles, { level, from, added }, readTile);
    added = full.map((tile) => hashTree(tile, 0, TILE_WIDTH));
    from = Math.floor(from / TILE_WIDTH);
  }
  return { size, tiles, root: computeLogRoot(size, (path) => tiles.get(path) ?? readTile(path)) };
}

/** Cuts a partial tile out of the full one. Throws RangeError for one that has fewer hashes or entries. */
export function cutTile({ level, width }: TileRef, full: Buffer): Buffer {
  if (level === 'entries') return encodeEntryBundle(decodeEntryBundle(full).slice(0, width));
  const bytes = width * HASH_BYTES;
  if (full.byteLength < bytes) throw new RangeError(`The tile has no ${width} hashes.`);
  return full.subarray(0, bytes);
}

/** Computes the root of a log from its partial tiles. */
export function computeLogRoot(size: number, readTile: ReadTile): Hash {
  return computeRoot(size, readHashesFrom(size, readTile));
}

interface AddedRow {
  readonly level: TileLevel;
  /** How many hashes, or entries, the level had. */
  readonly from: number;
  readonly added: readonly Buffer[];
}

/** Adds the tiles that one level gets, and returns those that became full. */
function addTiles(tiles: Map<string, Buffer>, row: AddedRow, readTile: ReadTile): Buffer[] {
  const { level, from, added } = row;
  const full: Buffer[] = [];
  let at = 0;
  for (let index = Math.floor(from / TILE_WIDTH); at < added.length; index += 1) {
    const before = at === 0 ? from % TILE_WIDTH : 0;
    const end = Math.min(at + TILE_WIDTH - before, added.length);
    const width = before + end - at;
    const earlier = before > 0 ? [readTile(formatTilePath({ level, index, width: before }))] : [];
    const bytes = Buffer.concat([...earlier, ...added.slice(at, end)]);
    tiles.set(formatTilePath({ level, index, width }), bytes);
    if (width === TILE_WIDTH) full.push(bytes);
    at = end;
  }
  return full;
}
