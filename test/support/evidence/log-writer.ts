// Writes a copy of a log into a folder, as an auditor receives it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { growLog } from '../../../functions/domain/evidence/log-growth.ts';
import type { LogSigner } from './log-signer.ts';

export interface LogStage {
  readonly size: number;
  readonly root: Buffer;
  /** The signed note. */
  readonly checkpoint: string;
}

/** Writes tiles and a checkpoint for each of these sizes in rising order; the last is the log's. */
export function writeLog(
  folder: string,
  entries: readonly Buffer[],
  { sizes, signer }: { readonly sizes: readonly number[]; readonly signer: LogSigner },
): LogStage[] {
  const files = new Map<string, Buffer>();
  let from = 0;
  const stages = sizes.map((size) => {
    const grown = growLog(from, (path) => requireTile(files, path), entries.slice(from, size));
    for (const [path, bytes] of grown.tiles) files.set(path, bytes);
    from = size;
    const checkpoint = signer.signCheckpoint({ size, root: grown.root });
    files.set(`checkpoints/${size}`, Buffer.from(checkpoint));
    files.set('checkpoint', Buffer.from(checkpoint));
    return { size, root: grown.root, checkpoint };
  });
  for (const [path, bytes] of files) writeFileIn(folder, path, bytes);
  return stages;
}

/** Writes the tiles of other entries, as a forger does, and leaves the checkpoints as they are. */
export function rewriteTiles(folder: string, entries: readonly Buffer[]): void {
  rmSync(join(folder, 'tile'), { recursive: true });
  const { tiles } = growLog(0, (path) => requireTile(new Map(), path), entries);
  for (const [path, bytes] of tiles) writeFileIn(folder, path, bytes);
}

function requireTile(files: ReadonlyMap<string, Buffer>, path: string): Buffer {
  const tile = files.get(path);
  if (!tile) throw new Error(`There is no ${path}.`);
  return tile;
}

export function writeFileIn(folder: string, path: string, content: string | Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
