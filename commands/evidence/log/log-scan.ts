// Reads all entries of a copy of a log once, in bounded memory: hashes them again, compares the tiles with the
// hashes, and gives the root at each size that a checkpoint states.
import { hashLeaf, HASH_BYTES } from '../../../functions/domain/evidence/merkle-tree.ts';
import type { Hash } from '../../../functions/domain/evidence/merkle-tree.ts';
import { decodeEntryBundle } from '../../../functions/domain/evidence/entry-bundles.ts';
import { TILE_WIDTH, formatTilePath } from '../../../functions/domain/evidence/tiles.ts';
import { EvidenceFindings } from '../evidence-findings.ts';
import { readReceiptId } from './leaf-check.ts';
import { LeafFrontier } from './leaf-frontier.ts';
import type { LogFolder } from './log-folder.ts';
import { TileComparison } from './tile-comparison.ts';

/** Before each entry of a bundle. */
const LENGTH_BYTES = 2;

export interface LogScanTask {
  readonly folder: LogFolder;
  /** The number of leaves, by the newest checkpoint. */
  readonly size: number;
  readonly findings: EvidenceFindings;
  /** In rising order, each once. */
  readonly rootSizes: Float64Array;
  readonly onRoot: (size: number, root: Hash) => void;
  readonly onLeaf: (index: number, entry: Buffer) => void;
  readonly onProgress: (text: string) => void;
}

export interface LogScan {
  /** Of the entries; of the hash tiles where entries cannot be read. Undefined where neither can. */
  readonly root: Hash | undefined;
  /** Whether no bundle of entries is missing or unreadable. */
  readonly hasAllEntries: boolean;
  /** Of the hash tiles alone; absent where they agree with the entries. */
  readonly tileRoot?: Hash;
  readonly comparedTiles: number;
}

/** Reads the entries from the first to the last. */
export function scanLog(task: LogScanTask): LogScan {
  const { folder, size, findings, onProgress } = task;
  const tiles = new TileComparison(folder, findings);
  const roots = new RootSchedule(task);
  const frontier = new LeafFrontier();
  let tileFrontier: LeafFrontier | undefined;
  let hasAllEntries = true;
  for (let first = 0; first < size; first += TILE_WIDTH) {
    const bundle = { index: first / TILE_WIDTH, width: Math.min(TILE_WIDTH, size - first) };
    const stored = readStoredHashes(folder, bundle);
    const entries = readEntries(folder, bundle, findings);
    const hashes = entries?.map(hashLeaf) ?? stored;
    hasAllEntries &&= entries !== undefined;
    if (!hashes) return { root: undefined, hasAllEntries, comparedTiles: tiles.compared };
    if (entries) compareLeaves(tiles, bundle, { entries, hashes });
    if (stored && !tileFrontier && !isSame(stored, hashes)) tileFrontier = frontier.copy();
    for (const hash of stored ?? hashes) tileFrontier?.add(hash);
    for (const [position, hash] of hashes.entries()) {
      const entry = entries?.[position];
      if (entry) task.onLeaf(first + position, entry);
      frontier.add(hash, (level, subtree) => tiles.addSubtree(level, subtree));
      roots.report(frontier);
    }
    onProgress(`${first + bundle.width} of ${size} leaves`);
  }
  tiles.end();
  tiles.remarkOnOtherFiles(size);
  return {
    root: frontier.root,
    hasAllEntries,
    ...(tileFrontier && { tileRoot: tileFrontier.root }),
    comparedTiles: tiles.compared,
  };
}

function compareLeaves(
  tiles: TileComparison,
  { index }: BundlePosition,
  { entries, hashes }: { readonly entries: readonly Buffer[]; readonly hashes: readonly Hash[] },
): void {
  tiles.compare({ level: 0, index }, hashes, (position) => {
    const id = readReceiptId(entries[position] ?? Buffer.alloc(0));
    return id === undefined ? '' : ` (receipt ${id})`;
  });
}

/** Reports the root at each size that was asked for. */
class RootSchedule {
  readonly #task: LogScanTask;
  #next = 0;

  constructor(task: LogScanTask) {
    this.#task = task;
    // The root of the empty log needs no leaf.
    this.report(new LeafFrontier());
  }

  report(frontier: LeafFrontier): void {
    const { rootSizes, onRoot } = this.#task;
    if (rootSizes[this.#next] !== frontier.size) return;
    this.#next += 1;
    onRoot(frontier.size, frontier.root);
  }
}

/** Reads entries again, without checks: all from the first to the last, or those of one bundle. */
export function* readLeaves(
  folder: LogFolder,
  size: number,
  bundles: Iterable<number> = Array(Math.ceil(size / TILE_WIDTH)).keys(),
): Generator<{ readonly leaf: number; readonly entry: Buffer }> {
  for (const index of bundles) {
    const first = index * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, size - first);
    const entries = readEntries(folder, { index, width }, new EvidenceFindings()) ?? [];
    for (const [position, entry] of entries.entries()) yield { leaf: first + position, entry };
  }
}

interface BundlePosition {
  readonly index: number;
  readonly width: number;
}

function readEntries(
  folder: LogFolder,
  { index, width }: BundlePosition,
  findings: EvidenceFindings,
): Buffer[] | undefined {
  const at = { level: 'entries', index } as const;
  const tile = { ...at, width };
  const path = formatTilePath(tile);
  const partial = folder.readTile(tile);
  const file = partial ?? folder.readTile(at);
  if (!file) {
    findings.differ('entries', `The log lacks ${path}.`, { tile: path });
    return undefined;
  }
  try {
    const entries = decodeEntryBundle(file.bytes);
    // Only a full bundle of a later copy has entries of leaves that are not the checkpoint's.
    if (entries.length === width || (!partial && entries.length > width)) {
      comparePartialBundles(folder, { index, width, bytes: file.bytes, entries }, findings);
      return entries.slice(0, width);
    }
    const sentence = `${path} has ${entries.length} entries, not ${width}.`;
    findings.differ('entries', sentence, { tile: path, entries: entries.length });
  } catch (error) {
    findings.differ('entries', `${path} cannot be read: ${(error as Error).message}`, {
      tile: path,
    });
  }
  return undefined;
}

interface StoredBundle extends BundlePosition {
  readonly bytes: Buffer;
  readonly entries: readonly Buffer[];
}

// A partial bundle is the start of every later one at its position.
function comparePartialBundles(
  folder: LogFolder,
  { index, width, bytes, entries }: StoredBundle,
  findings: EvidenceFindings,
): void {
  const ends = listEnds(entries);
  for (const one of folder.listPartialWidths({ level: 'entries', index })) {
    const tile = { level: 'entries', index, width: one } as const;
    const partial = one < width ? folder.readTile(tile)?.bytes : undefined;
    if (!partial || partial.equals(bytes.subarray(0, ends[one]))) continue;
    const path = formatTilePath(tile);
    findings.differ(
      'entries',
      `${path} has other entries than the later file of the same leaves.`,
      {
        tile: path,
        leaf: index * TILE_WIDTH,
      },
    );
  }
}

/** How many bytes of a bundle its first entries take, by their number. */
function listEnds(entries: readonly Buffer[]): number[] {
  const ends = [0];
  for (const entry of entries) ends.push((ends.at(-1) ?? 0) + LENGTH_BYTES + entry.byteLength);
  return ends;
}

function readStoredHashes(folder: LogFolder, { index, width }: BundlePosition): Hash[] | undefined {
  const at = { level: 0, index };
  const tile = { ...at, width };
  const bytes = (folder.readTile(tile) ?? folder.readTile(at))?.bytes;
  if (!bytes || bytes.byteLength < width * HASH_BYTES) return undefined;
  return Array.from({ length: width }, (_, position) =>
    bytes.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES),
  );
}

function isSame(hashes: readonly Hash[], others: readonly Hash[]): boolean {
  return hashes.every((hash, position) => hash.equals(others[position] ?? hash));
}
