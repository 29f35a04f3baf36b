// Compares the hash tiles of a copy of a log with the hashes derived from its entries.
import { HASH_BYTES } from '../../../functions/domain/evidence/merkle-tree.ts';
import type { Hash } from '../../../functions/domain/evidence/merkle-tree.ts';
import {
  TILE_HEIGHT,
  TILE_WIDTH,
  formatTilePath,
  parseTilePath,
} from '../../../functions/domain/evidence/tiles.ts';
import type { EvidenceFindings } from '../evidence-findings.ts';
import { TILE_BYTES_MAX } from './log-folder.ts';
import type { LogFolder } from './log-folder.ts';

interface HashPosition {
  readonly level: number;
  readonly index: number;
}

export class TileComparison {
  readonly #folder: LogFolder;
  readonly #findings: EvidenceFindings;
  /** The hashes of the unfinished tile of each level from 1, and how many tiles of the level are finished. */
  readonly #unfinished: Hash[][] = [];
  readonly #finished: number[] = [];
  #compared = 0;

  constructor(folder: LogFolder, findings: EvidenceFindings) {
    this.#folder = folder;
    this.#findings = findings;
  }

  /** The number of tiles with the derived hashes or without. */
  get compared(): number {
    return this.#compared;
  }

  /** Takes a complete subtree, of which those of whole tiles are the hashes of the level above. */
  addSubtree(binaryLevel: number, hash: Hash): void {
    if (binaryLevel % TILE_HEIGHT !== 0) return;
    const level = binaryLevel / TILE_HEIGHT;
    const hashes = (this.#unfinished[level] ??= []);
    hashes.push(hash);
    if (hashes.length < TILE_WIDTH) return;
    this.#finish(level, hashes);
    this.#unfinished[level] = [];
  }

  /** Compares the partial tiles at the right edge, after the last leaf. */
  end(): void {
    for (const [level, hashes] of this.#unfinished.entries()) {
      if (hashes !== undefined && hashes.length > 0) this.#finish(level, hashes);
    }
  }

  #finish(level: number, hashes: readonly Hash[]): void {
    const index = this.#finished[level] ?? 0;
    this.#finished[level] = index + 1;
    this.compare({ level, index }, hashes);
  }

  /**
   * Compares the tile of these hashes, and every partial tile of them that is still there. `describe` names what
   * a hash is of, by its position.
   */
  compare(
    at: HashPosition,
    hashes: readonly Hash[],
    describe: (position: number) => string = () => '',
  ): void {
    const derived = Buffer.concat(hashes);
    const width = hashes.length;
    const partial = this.#folder.listPartialWidths(at).filter((one) => one <= width);
    const files = [TILE_WIDTH, ...partial].flatMap((one) => {
      const bytes = this.#folder.readTile({ ...at, width: one })?.bytes;
      return bytes ? [{ ...at, width: one, bytes }] : [];
    });
    // A log may delete partial tiles once the full one is there.
    if (!files.some((file) => file.width === width || file.width === TILE_WIDTH)) {
      const path = formatTilePath({ ...at, width });
      this.#findings.differ('tiles', `The log lacks ${path}.`, { tile: path });
    }
    for (const file of files) this.#compareFile(file, derived, describe);
  }

  #compareFile(
    { bytes, ...tile }: HashPosition & { readonly width: number; readonly bytes: Buffer },
    derived: Buffer,
    describe: (position: number) => string,
  ): void {
    this.#compared += 1;
    const path = formatTilePath(tile);
    const length = tile.width * HASH_BYTES;
    if (bytes.byteLength !== length) {
      const isLarger = bytes.byteLength > TILE_BYTES_MAX;
      const found = isLarger ? `more than ${TILE_BYTES_MAX}` : bytes.byteLength;
      const sentence = `${path} has ${found} bytes, not ${length}.`;
      return this.#findings.differ('tiles', sentence, { tile: path });
    }
    const common = Math.min(length, derived.byteLength);
    if (derived.compare(bytes, 0, common, 0, common) === 0) return;
    const positions = listDifferentHashes(bytes, derived);
    this.#differ(path, tile, { positions, describe });
  }

  #differ(
    path: string,
    { level, index }: HashPosition,
    {
      positions,
      describe,
    }: { readonly positions: number[]; readonly describe: (position: number) => string },
  ): void {
    const [first = 0] = positions;
    const span = TILE_WIDTH ** level;
    const leaf = (index * TILE_WIDTH + first) * span;
    const leaves =
      level === 0 ? `leaf ${leaf}${describe(first)}` : `leaves ${leaf} to ${leaf + span - 1}`;
    const more = positions.length > 1 ? `, and ${positions.length - 1} after it differ too` : '';
    this.#findings.differ(
      'tiles',
      `${path} has another hash of ${leaves} than the entries have${more}.`,
      { tile: path, leaf, hashes: positions.length },
    );
  }

  /** Remarks on the files that no checkpoint of this size states. */
  remarkOnOtherFiles(size: number): void {
    let others = 0;
    let first: string | undefined;
    for (const path of this.#folder.listTilePaths()) {
      if (isTileOf(path, size)) continue;
      others += 1;
      first ??= path;
    }
    if (first === undefined) return;
    const [files, are, were] =
      others === 1 ? ['One file', 'is', 'was'] : [`${others} files`, 'are', 'were'];
    this.#findings.remark(
      'tiles',
      `${files} among the tiles ${are} not of the first ${size} leaves and ${were} not checked: ${first}${others > 1 ? ' is the first' : ''}.`,
      { files: others, first },
    );
  }
}

function listDifferentHashes(stored: Buffer, derived: Buffer): number[] {
  const common = Math.min(stored.byteLength, derived.byteLength) / HASH_BYTES;
  return Array.from({ length: common }, (_, position) => position).filter((position) => {
    const [start, end] = [position * HASH_BYTES, (position + 1) * HASH_BYTES];
    return stored.compare(derived, start, end, start, end) !== 0;
  });
}

function isTileOf(path: string, size: number): boolean {
  const tile = parseTilePath(path);
  if (!tile) return false;
  const span = tile.level === 'entries' ? 1 : TILE_WIDTH ** tile.level;
  return tile.index * TILE_WIDTH + tile.width <= Math.floor(size / span);
}
