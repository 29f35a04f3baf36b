// What must hold of a log at any time: every checkpoint is signed and is of one history, and every tile is
// that of the entries.
import { expect } from '@jest/globals';
import { evidenceObjectKeys } from '../../../functions/artifacts/locations.ts';
import { readWholeObject } from '../../../functions/artifacts/objects.ts';
import { growLog } from '../../../functions/domain/evidence/log-growth.ts';
import { parseReceiptEntry } from '../../../functions/domain/evidence/receipt-entry.ts';
import { openCheckpoint } from '../../../functions/domain/evidence/signed-checkpoint.ts';
import { parseVerifierKey } from '../../../functions/domain/evidence/verifier-key.ts';
import { parseTilePath } from '../../../functions/domain/evidence/tiles.ts';
import type { LogHead } from '../../../functions/domain/sealing/log-head.ts';
import { countLeaves } from '../../../functions/domain/sealing/sealed-minutes.ts';
import { findTileBytes, readEntries } from '../../../functions/evidence/read-tiles.ts';
import type { EvidenceLog } from '../../../functions/evidence/evidence-log.ts';
import { readLogHead } from '../../../functions/ledger/evidence/head.ts';
import { listSealedMinutes } from '../../../functions/ledger/evidence/minutes.ts';
import { readCheckpoints } from './evidence-rig.ts';

const noTile = () => {
  throw new Error('a log that grows from nothing has no tiles');
};

export interface ReadLog {
  readonly size: number;
  /** Of the receipts, in the order of the leaves. */
  readonly ids: readonly string[];
  readonly times: readonly string[];
}

/**
 * Reads the published log of a tenant, and fails if anything in it is not as it must be. Objects stay, so that
 * a test which looks several times may look at the newest checkpoint alone until the end.
 */
export async function expectSoundLog(
  log: EvidenceLog,
  { isOnlyNewest = false } = {},
): Promise<ReadLog> {
  const { bucket, tenant, store } = log;
  const head = await readLogHead(store, tenant);
  if (!head) throw new Error(`${tenant} has no log`);
  const key = parseVerifierKey(head.verifierKey);
  const notes = await readCheckpoints(bucket, tenant);
  const size = Math.max(...notes.keys());
  const entries: Buffer[] = [];
  for await (const { entry } of readEntries(log, { start: 0, end: size, size }))
    entries.push(entry);
  const checked = [...notes].filter(([published]) => !isOnlyNewest || published === size);
  await Promise.all(
    checked.map(async ([published, note]) => {
      const { checkpoint } = openCheckpoint(note, { logKeys: [key] });
      const { root, tiles } = growLog(0, noTile, entries.slice(0, published));
      expect(checkpoint).toMatchObject({ size: published, root });
      await Promise.all([...tiles].map((tile) => expectTile(log, tile)));
    }),
  );
  const newest = await readWholeObject(bucket, evidenceObjectKeys.checkpoint(tenant));
  // Between two requests of a sealer it may be the one before.
  const expected = head.batch ? [...notes.values()].slice(-2) : [notes.get(size)];
  expect(expected).toContain(newest?.toString());
  const read = entries.map(parseReceiptEntry);
  const ids = read.map((entry) => entry.receipt_id);
  expect(new Set(ids).size).toBe(ids.length);
  await expectMinutes(
    log,
    head,
    read.map(({ at }) => at),
  );
  return { size, ids, times: read.map(({ at }) => at) };
}

async function expectTile(log: EvidenceLog, [path, bytes]: [string, Buffer]) {
  const tile = parseTilePath(path);
  const stored = tile && (await findTileBytes(log, tile));
  if (!stored?.equals(bytes)) throw new Error(`${path} has other bytes`);
}

// The minutes lead to every leaf, and to each once.
async function expectMinutes(
  { store, tenant }: EvidenceLog,
  head: LogHead,
  times: readonly string[],
) {
  const minutes = await listSealedMinutes(store, tenant, { from: '0', to: '9' });
  const found = minutes.flatMap(({ minute, ranges }) =>
    ranges.flatMap(([start, end]) => times.slice(start, end).filter((at) => at.startsWith(minute))),
  );
  expect(found.toSorted()).toEqual(times.toSorted());
  // Those of a batch that is not published yet are there as well.
  expect(minutes.reduce((sum, minute) => sum + countLeaves(minute), 0)).toBe(head.size);
}
