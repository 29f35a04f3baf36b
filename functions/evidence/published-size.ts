// How far a log is published, by its bucket alone.
import { listObjectKeys } from '../artifacts/list-objects.ts';
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import { readWholeObject } from '../artifacts/objects.ts';
import { parseCheckpoint } from '../domain/evidence/checkpoint.ts';
import { parseNote } from '../domain/evidence/signed-note.ts';
import { formatTilePath, parseTilePath, TILE_WIDTH } from '../domain/evidence/tiles.ts';
import type { LogBucket } from './read-tiles.ts';

/**
 * The size that the newest checkpoint states; 0 before the first. One request. Where that object is missing or states none,
 * the largest size of which there is a checkpoint: one request more for each thousand of them.
 */
export async function readPublishedSize(log: LogBucket): Promise<number> {
  const note = await readWholeObject(log.bucket, evidenceObjectKeys.checkpoint(log.tenant));
  const stated = note ? readStatedSize(note) : 0;
  return stated > 0 ? stated : findLargestSize(log);
}

// Without its signature: sealing also stops at a forged checkpoint that the log cannot have, which a person examines.
function readStatedSize(note: Buffer): number {
  try {
    return parseCheckpoint(parseNote(note).text).size;
  } catch {
    return 0;
  }
}

/** The largest size of which there is a checkpoint; 0 without any. The keys are in the order of their digits. */
export async function findLargestSize({ bucket, tenant }: LogBucket): Promise<number> {
  const prefix = `${evidenceObjectKeys.checkpoint(tenant)}/`;
  let largest = 0;
  for await (const key of listObjectKeys(bucket, prefix)) {
    const name = key.slice(prefix.length);
    if (/^[1-9]\d{0,15}$/.test(name)) largest = Math.max(largest, Number(name));
  }
  return largest;
}

/**
 * The size that the written entries reach, of a log that has this size or a greater one. Its tiles may belong to a batch that
 * is not published. One request.
 */
export async function readWrittenSize(
  { bucket, tenant }: LogBucket,
  size: number,
): Promise<number> {
  const folder = evidenceObjectKeys.tile(tenant, '');
  const path = formatTilePath({ level: 'entries', index: Math.floor(size / TILE_WIDTH) });
  let written = size;
  for await (const key of listObjectKeys(bucket, `${folder}${path}`)) {
    const tile = parseTilePath(key.slice(folder.length));
    if (tile) written = Math.max(written, tile.index * TILE_WIDTH + tile.width);
  }
  return written;
}
