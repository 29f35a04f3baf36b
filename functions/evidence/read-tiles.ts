// Reads the published tiles of a log.
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import { readWholeObject } from '../artifacts/objects.ts';
import { decodeEntryBundle } from '../domain/evidence/entry-bundles.ts';
import { cutTile } from '../domain/evidence/log-growth.ts';
import { findEntryBundle, formatTilePath, TILE_WIDTH } from '../domain/evidence/tiles.ts';
import type { TileRef } from '../domain/evidence/tiles.ts';
import type { EvidenceLog } from './evidence-log.ts';

type LogBucket = Pick<EvidenceLog, 'bucket' | 'tenant'>;

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

/**
 * The entries of the leaves from `start` to before `end` of a log of this size, in bundles: one object, and
 * at most 256 entries in memory, at a time.
 */
export async function* readEntries(
  log: LogBucket,
  { start, end, size }: { readonly start: number; readonly end: number; readonly size: number },
): AsyncGenerator<{ readonly index: number; readonly entry: Buffer }> {
  for (let at = start; at < end;) {
    const bundle = findEntryBundle(at, size);
    const readTile = await readTiles(log, [bundle]);
    const entries = decodeEntryBundle(readTile(formatTilePath(bundle)));
    const first = bundle.index * TILE_WIDTH;
    const stop = Math.min(end, first + bundle.width);
    for (; at < stop; at += 1) yield { index: at, entry: requireEntry(entries, at - first) };
  }
}

function requireEntry(entries: readonly Buffer[], at: number): Buffer {
  const entry = entries[at];
  if (!entry) throw new RangeError(`The bundle has no entry ${at}.`);
  return entry;
}
