// The tiles that a log has by C2SP tlog-tiles, from its sizes alone: vectors and tests compare them with those
// that a log writes.
import { TILE_WIDTH } from '../../../functions/domain/evidence/tiles.ts';
import type { TileLevel, TileRef } from '../../../functions/domain/evidence/tiles.ts';

/**
 * Lists the tiles that a log writes when it grows, of entries and of hashes: the tiles that become full, and
 * the partial tile of each level that has new hashes.
 */
export function listNewTiles(fromSize: number, toSize: number): TileRef[] {
  const tiles: TileRef[] = [];
  for (let level = 0, from = fromSize, to = toSize; to > 0; level += 1) {
    if (from < to) {
      if (level === 0) tiles.push(...listTilesBetween('entries', from, to));
      tiles.push(...listTilesBetween(level, from, to));
    }
    from = Math.floor(from / TILE_WIDTH);
    to = Math.floor(to / TILE_WIDTH);
  }
  return tiles;
}

/** Lists all tiles of a log of this size, full and partial. */
export function listTilesOf(size: number): TileRef[] {
  return listNewTiles(0, size);
}

// Of one level, with `from` hashes before and `to` after.
function listTilesBetween(level: TileLevel, from: number, to: number): TileRef[] {
  const tiles: TileRef[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index += 1) {
    tiles.push({ level, index, width: Math.min(TILE_WIDTH, to - index * TILE_WIDTH) });
  }
  return tiles;
}
