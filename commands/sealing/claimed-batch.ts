// A sealer that died after it wrote tiles of a batch has fixed which leaves come next: tiles cannot be
// written a second time with other bytes. Its batch file is still in the bucket.
import { hash } from 'node:crypto';
import { listObjectKeys } from '../../functions/artifacts/list-objects.ts';
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../functions/artifacts/objects.ts';
import { growLog, listPartialTiles } from '../../functions/domain/evidence/log-growth.ts';
import { formatTilePath, TILE_WIDTH } from '../../functions/domain/evidence/tiles.ts';
import { decodeEntries } from '../../functions/domain/evidence/entry-bundles.ts';
import type { UnpublishedBatch } from '../../functions/domain/sealing/log-head.ts';
import { readTiles } from '../../functions/evidence/read-tiles.ts';
import type { LogObjects } from './published-checkpoint.ts';

export interface WrittenBatch {
  readonly batch: UnpublishedBatch;
  readonly entries: readonly Buffer[];
}

/**
 * Finds the batch after a published size: the one of the state, which a sealer may be publishing, or one of which
 * tiles are written. Undefined if there is none. Throws if there are tiles that no batch file explains.
 */
export async function findClaimedBatch(
  log: LogObjects,
  size: number,
  known?: UnpublishedBatch,
): Promise<WrittenBatch | undefined> {
  const { bucket, tenant } = log;
  const prefix = evidenceObjectKeys.batch(tenant, size, '');
  for await (const key of listObjectKeys(bucket, prefix)) {
    const digest = key.slice(prefix.length);
    const file = await readWholeObject(bucket, key);
    if (!file || hash('sha256', file, 'hex') !== digest) continue;
    const entries = decodeEntries(file);
    const isKnown = known?.from === size && known.digest === digest;
    if (isKnown || (await isWritten(log, size, entries))) {
      return { batch: { from: size, digest }, entries };
    }
  }
  await refuseUnexplainedTile(log, size);
  return undefined;
}

// Of two sealers at once both write a batch file, but only one of them tiles.
async function isWritten(
  log: LogObjects,
  size: number,
  entries: readonly Buffer[],
): Promise<boolean> {
  const { tiles } = growLog(size, await readTiles(log, listPartialTiles(size)), entries);
  for (const [path, bytes] of tiles) {
    const stored = await readWholeObject(log.bucket, evidenceObjectKeys.tile(log.tenant, path));
    if (stored) return stored.equals(bytes);
  }
  return false;
}

async function refuseUnexplainedTile({ bucket, tenant }: LogObjects, size: number): Promise<void> {
  const path = formatTilePath({ level: 'entries', index: Math.floor(size / TILE_WIDTH) });
  if (!(await readWholeObject(bucket, evidenceObjectKeys.tile(tenant, path)))) return;
  throw new Error(
    `The log of ${tenant} ends at ${size}, but its bucket has ${path}, which reaches further, and no ` +
      'batch that explains it.',
  );
}
