// A partial tile is of use until its tile is full. A log that seals few receipts at a time would store hundreds of
// them for each full one, so they are locked for days only, and deleted then (ADR 108).
import { listObjectKeys } from '../artifacts/list-objects.ts';
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import { extendLogLock, hideLogObject } from '../artifacts/log-objects.ts';
import { listPartialTiles } from '../domain/evidence/log-growth.ts';
import type { GrownLog } from '../domain/evidence/log-growth.ts';
import { formatTilePath } from '../domain/evidence/tiles.ts';
import { readLogHead } from '../ledger/evidence/head.ts';
import type { EvidenceLog } from './evidence-log.ts';

/** Some nights may miss the extension of the locks. */
const LOCK_MS = 3 * 24 * 60 * 60_000;

/** Until when a partial tile is locked that is written now. */
export function buildPartialLock(): { readonly until: Date } {
  return { until: new Date(Date.now() + LOCK_MS) };
}

/** The number of concurrent deletions. */
const DELETIONS_MAX = 16;

/**
 * Deletes the partial tiles of the tiles that became full since a size: a request for each of those tiles, and one
 * for each partial one. Until the publication is recorded, each sealer repeats it.
 */
export async function hidePartialTiles(
  { bucket, tenant }: EvidenceLog,
  fromSize: number,
  { tiles }: GrownLog,
): Promise<void> {
  const full = listPartialTiles(fromSize)
    .map(({ level, index }) => formatTilePath({ level, index }))
    .filter((path) => tiles.has(path));
  for (const path of full) {
    const keys = listObjectKeys(bucket, `${evidenceObjectKeys.tile(tenant, path)}.p/`);
    const worker = async () => {
      for await (const key of keys) await hideLogObject(bucket, key);
    };
    await Promise.all(Array.from({ length: DELETIONS_MAX }, worker));
  }
}

/** Extends the locks of the partial tiles at the end of a log: of one that grows slowly they are the only ones. */
export async function keepPartialTilesLocked({
  store,
  bucket,
  tenant,
}: EvidenceLog): Promise<void> {
  const { size = 0, batch } = (await readLogHead(store, tenant)) ?? {};
  // The next run publishes the others.
  if (batch) return;
  const { until } = buildPartialLock();
  for (const path of listPartialTiles(size).map(formatTilePath)) {
    await extendLogLock(bucket, evidenceObjectKeys.tile(tenant, path), until);
  }
}
