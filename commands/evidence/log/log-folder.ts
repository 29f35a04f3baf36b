// A copy of a log in a folder, in the layout of C2SP tlog-tiles, with the log's earlier checkpoints beside.
import { existsSync, opendirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ENTRY_BYTES_MAX } from '../../../functions/domain/evidence/entry-bundles.ts';
import { HASH_BYTES } from '../../../functions/domain/evidence/merkle-tree.ts';
import { formatTilePath, TILE_WIDTH } from '../../../functions/domain/evidence/tiles.ts';
import type { TileRef } from '../../../functions/domain/evidence/tiles.ts';
import { NOTE_BYTES_MAX, readStart } from '../given-files.ts';

const CURRENT = 'checkpoint';
// A folder cannot hold a file and a folder of one name, so a copy keeps the earlier ones under this one.
const EARLIER = ['checkpoints', CURRENT];
const TILES = 'tile';

/** The bytes of a full tile of hashes. */
export const TILE_BYTES_MAX = TILE_WIDTH * HASH_BYTES;
/** The bytes of a full bundle of the largest entries, each with its length before it. */
const BUNDLE_BYTES_MAX = TILE_WIDTH * (2 + ENTRY_BYTES_MAX);

/** A file as it was read, with its name for the reader of a finding. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

export type TilePosition = Pick<TileRef, 'level' | 'index'>;

export class LogFolder {
  readonly #path: string;

  constructor(path: string) {
    if (!statSync(path).isDirectory()) throw new Error(`${path} is not a folder.`);
    this.#path = path;
  }

  /** The checkpoint that the log replaces with each new one. */
  readCurrentCheckpoint(): NamedBytes | undefined {
    return this.#read(CURRENT);
  }

  /** The sizes of the earlier checkpoints in rising order. */
  listCheckpointSizes(): Float64Array {
    const sizes = EARLIER.map((folder) => join(this.#path, folder))
      .filter((folder) => isFolder(folder))
      .flatMap((folder) => [...listNames(folder)])
      .filter((name) => /^(?:0|[1-9]\d{0,15})$/.test(name))
      .map(Number);
    return Float64Array.from(new Set(sizes)).sort();
  }

  readCheckpoint(size: number): NamedBytes | undefined {
    return EARLIER.map((folder) => this.#read(join(folder, String(size)))).find(Boolean);
  }

  readTile(tile: TilePosition & { readonly width?: number }): NamedBytes | undefined {
    const bytesMax = tile.level === 'entries' ? BUNDLE_BYTES_MAX : TILE_BYTES_MAX;
    return this.#read(formatTilePath(tile), bytesMax);
  }

  /** The widths of the partial tiles at the position of a tile, in rising order. */
  listPartialWidths(tile: TilePosition): number[] {
    const folder = join(this.#path, `${formatTilePath(tile)}.p`);
    if (!isFolder(folder)) return [];
    return [...listNames(folder)]
      .filter((name) => /^[1-9]\d{0,2}$/.test(name))
      .map(Number)
      .sort((one, other) => one - other);
  }

  /** Lists the paths of all files among the tiles, as the layout writes them. */
  *listTilePaths(): Generator<string> {
    const folder = join(this.#path, TILES);
    if (!isFolder(folder)) return;
    for (const file of listFiles(folder)) yield relative(this.#path, file).split(sep).join('/');
  }

  /** Of a file that is too large only so much that this shows. */
  #read(name: string, bytesMax = NOTE_BYTES_MAX): NamedBytes | undefined {
    const path = join(this.#path, name);
    if (!existsSync(path) || !statSync(path).isFile()) return undefined;
    return { name: path, bytes: readStart(path, bytesMax) };
  }
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

// One entry at a time: a log of years has hundreds of thousands. A link counts as a file, so that none leads out
// of the folder.
function* listFolder(folder: string): Generator<Dirent> {
  const entries = opendirSync(folder);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) yield entry;
  } finally {
    entries.closeSync();
  }
}

function* listNames(folder: string): Generator<string> {
  for (const { name } of listFolder(folder)) yield name;
}

function* listFiles(folder: string): Generator<string> {
  for (const entry of listFolder(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else yield path;
  }
}
