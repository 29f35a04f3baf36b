// Reads the published tiles of a log.
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import { readWholeObject } from '../artifacts/objects.ts';
import { decodeEntryBundle } from '../domain/evidence/entry-bundles.ts';
import { cutTile } from '../domain/evidence/log-growth.ts';
import type { ReadHash, Subtree } from '../domain/evidence/merkle-tree.ts';
import {
  findEntryBundle,
  formatTilePath,
  listTilesWith,
  readHashesFrom,
  TILE_WIDTH,
} from '../domain/evidence/tiles.ts';
import type { TileRef } from '../domain/evidence/tiles.ts';
import type { EvidenceLog } from './evidence-log.ts';

/** A log in its bucket. */
export type LogBucket = Pick<EvidenceLog, 'bucket' | 'tenant'>;

/** A tile or bundle that a checkpoint covers does not exist. */
export class MissingTileError extends Error {
  constructor(tenant: string, path: string) {
    super(`The log of ${tenant} has no ${path}.`);
    this.name = 'MissingTileError';
  }
}

/**
 * Reads a tile: one request, or two for a partial one that was deleted because its tile is full. Undefined if there
 * is neither.
 */
export async function findTileBytes(
  { bucket, tenant }: LogBucket,
  tile: TileRef,
): Promise<Buffer | undefined> {
  const read = (path: string) => readWholeObject(bucket, evidenceObjectKeys.tile(tenant, path));
  const body = await read(formatTilePath(tile));
  if (body || tile.width === TILE_WIDTH) return body;
  const { level, index } = tile;
  const full = await read(formatTilePath({ level, index }));
  return full && cutTile(tile, full);
}

/** The bytes of the tiles by path, read at once. Throws a MissingTileError. */
export async function readTiles(
  log: LogBucket,
  tiles: readonly TileRef[],
): Promise<(path: string) => Buffer> {
  const { tenant } = log;
  const wanted = new Map(tiles.map((tile) => [formatTilePath(tile), tile]));
  const read = await Promise.all(
    [...wanted].map(async ([path, tile]) => {
      const body = await findTileBytes(log, tile);
      if (!body) throw new MissingTileError(tenant, path);
      return [path, body] as const;
    }),
  );
  const byPath = new Map(read);
  return (path) => {
    const body = byPath.get(path);
    if (!body) throw new MissingTileError(tenant, path);
    return body;
  };
}

/** The hashes of subtrees of a log of this size: one request for each tile. Throws a MissingTileError. */
export async function readHashes(
  log: LogBucket,
  size: number,
  subtrees: readonly Subtree[],
): Promise<ReadHash> {
  return readHashesFrom(size, await readTiles(log, listTilesWith(subtrees, size)));
}

export interface EntryBundle {
  /** The index of the leaf of its first entry. */
  readonly first: number;
  readonly entries: readonly Buffer[];
}

/** The bundle with the entry of a leaf, in a log of this size: one request. Throws a MissingTileError. */
export async function readEntryBundle(
  log: LogBucket,
  index: number,
  size: number,
): Promise<EntryBundle> {
  const bundle = findEntryBundle(index, size);
  const readTile = await readTiles(log, [bundle]);
  const entries = decodeEntryBundle(readTile(formatTilePath(bundle)));
  return { first: bundle.index * TILE_WIDTH, entries };
}

/** The entry of a leaf. Throws RangeError if the bundle does not have it. */
export function requireEntry({ first, entries }: EntryBundle, index: number): Buffer {
  const entry = entries[index - first];
  if (!entry) throw new RangeError(`The bundle of the leaf ${first} has no entry ${index}.`);
  return entry;
}

/**
 * The entries of the leaves from `start` to before `end` of a log of this size, in bundles: one object, and
 * at most 256 entries in memory, at a time.
 */
export async function* readEntries(
  log: LogBucket,
  { start, end, size }: { readonly start: number; readonly end: number; readonly size: number },
): AsyncGenerator<{ readonly index: number; readonly entry: Buffer }> {
  for (let at = start; at < end;) {
    const bundle = await readEntryBundle(log, at, size);
    const stop = Math.min(end, bundle.first + TILE_WIDTH);
    for (; at < stop; at += 1) yield { index: at, entry: requireEntry(bundle, at) };
  }
}
