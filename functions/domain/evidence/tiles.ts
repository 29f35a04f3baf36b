// The tiles in which a log is published, as C2SP tlog-tiles defines them: 256 hashes of one level, or 256
// entries. A full tile never changes; the last one of a level is partial, and has its width in its path.
import { HASH_BYTES, hashChildren } from './merkle-tree.ts';
import type { Hash, ReadHash, Subtree } from './merkle-tree.ts';

/** The hashes, or entries, of a full tile. */
export const TILE_WIDTH = 256;

/** Levels of the tree from one level of tiles to the next: 2^8 is the width of a tile. */
export const TILE_HEIGHT = 8;

/** `entries` are the leaves themselves, in bundles. */
export type TileLevel = number | 'entries';

/** Says which tile: with its width, because a partial tile is another file than the full one. */
export interface TileRef {
  readonly level: TileLevel;
  readonly index: number;
  readonly width: number;
}

/** Formats the path of a tile below the prefix of the log: `tile/0/x001/x234/067.p/5`. */
export function formatTilePath({
  level,
  index,
  width = TILE_WIDTH,
}: Omit<TileRef, 'width'> & Partial<TileRef>): string {
  const digits = index.toString();
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/\d{3}/g) ?? [];
  const parts = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group));
  const suffix = width === TILE_WIDTH ? '' : `.p/${width}`;
  return `tile/${level}/${parts.join('/')}${suffix}`;
}

const TILE_PATH =
  /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** Parses the path of a tile. Undefined for other text, also for another spelling of a path. */
export function parseTilePath(text: string): TileRef | undefined {
  const [, level = '', groups = '', width] = TILE_PATH.exec(text) ?? [];
  if (level === '') return undefined;
  const index = Number(groups.replaceAll(/[x/]/g, ''));
  const tile: TileRef = {
    level: level === 'entries' ? level : Number(level),
    index,
    width: Number(width ?? TILE_WIDTH),
  };
  const isKnown = Number.isSafeInteger(index) && formatTilePath(tile) === text;
  return isKnown && tile.width <= TILE_WIDTH ? tile : undefined;
}

/** Finds the tile that has the hash of a complete subtree, in a log of this size. */
export function findTile({ level, index }: Subtree, size: number): TileRef {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const perTile = 2 ** (TILE_HEIGHT - (level % TILE_HEIGHT));
  const tileIndex = Math.floor(index / perTile);
  const hashes = Math.floor(size / TILE_WIDTH ** tileLevel);
  const width = Math.min(TILE_WIDTH, hashes - tileIndex * TILE_WIDTH);
  const count = TILE_WIDTH / perTile;
  if ((index % perTile) * count + count > width) {
    throw new RangeError(`A log of ${size} leaves has no subtree ${index} of level ${level}.`);
  }
  return { level: tileLevel, index: tileIndex, width };
}

/** Lists the tiles with the hashes of these subtrees, in a log of this size, each once. */
export function listTilesWith(subtrees: readonly Subtree[], size: number): TileRef[] {
  const tiles = subtrees.map((subtree) => findTile(subtree, size));
  return [...new Map(tiles.map((tile) => [formatTilePath(tile), tile])).values()];
}

/** Finds the entry bundle that has the entry at the index, in a log of this size. */
export function findEntryBundle(index: number, size: number): TileRef {
  return { ...findTile({ level: 0, index }, size), level: 'entries' };
}

/**
 * Makes a reader of hashes from the bytes of tiles of a log of this size. `readTile` returns the bytes of a
 * tile that `listTilesWith` lists; the reader throws RangeError when they have another length.
 */
export function readHashesFrom(size: number, readTile: (path: string) => Uint8Array): ReadHash {
  return (level, index) => {
    const tile = findTile({ level, index }, size);
    const path = formatTilePath(tile);
    const bytes = readTile(path);
    if (bytes.byteLength !== tile.width * HASH_BYTES) {
      throw new RangeError(`${path} has ${bytes.byteLength} bytes, not ${tile.width} hashes.`);
    }
    const count = 2 ** (level % TILE_HEIGHT);
    const first = (index * count) % TILE_WIDTH;
    return hashTree(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), first, count);
  };
}

/** Hashes the complete subtree above `count` hashes of a tile, a power of two, from `first` on. */
export function hashTree(tile: Buffer, first: number, count: number): Hash {
  if (count === 1) return tile.subarray(first * HASH_BYTES, (first + 1) * HASH_BYTES);
  const half = count / 2;
  return hashChildren(hashTree(tile, first, half), hashTree(tile, first + half, half));
}
