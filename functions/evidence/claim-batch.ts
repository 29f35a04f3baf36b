// Adds a batch to the state of a log before any of it is published. Its entries are written to a file, which the state
// names, so that another process can publish the batch if this one stops. The state fixes the leaves of the log and
// their order: every process that publishes the batch writes the same tiles.
import { hash } from 'node:crypto';
import { evidenceObjectKeys } from '../artifacts/locations.ts';
import { writeLogObject } from '../artifacts/log-objects.ts';
import { encodeEntries } from '../domain/evidence/entry-bundles.ts';
import { computeLogRoot, growLog, listPartialTiles } from '../domain/evidence/log-growth.ts';
import type { GrownLog } from '../domain/evidence/log-growth.ts';
import { buildVerifierKey, formatVerifierKey } from '../domain/evidence/verifier-key.ts';
import type { LogHead } from '../domain/sealing/log-head.ts';
import { requireOriginOf } from '../domain/sealing/log-origin.ts';
import { addLeaves, readMinute } from '../domain/sealing/sealed-minutes.ts';
import type { SealedMinute } from '../domain/sealing/sealed-minutes.ts';
import { growLog as growStoredLog, readLogHead } from '../ledger/evidence/head.ts';
import { readSealedMinutes } from '../ledger/evidence/minutes.ts';
import type { CollectedBatch } from './collect-batch.ts';
import type { EvidenceLog } from './evidence-log.ts';
import { readPublishedSize, readWrittenSize } from './published-size.ts';
import { readTiles } from './read-tiles.ts';
import type { SealedReceipt } from './receipt-entries.ts';

/** The published tiles are not those of the log. Sealing on would sign another history. */
export class DamagedLogError extends Error {
  constructor(tenant: string, size: number) {
    super(`The partial tiles of the log of ${tenant} do not have its root at size ${size}.`);
    this.name = 'DamagedLogError';
  }
}

/** The state of the log is from before its newest checkpoint or its tiles. Sealing on would sign another history. */
export class RestoredLogError extends Error {
  /** `reach` says what the bucket has beyond that size. */
  constructor(tenant: string, size: number, reach: string) {
    super(`The log of ${tenant} has the size ${size}, but ${reach}.`);
    this.name = 'RestoredLogError';
  }
}

/** What a new log is called, and who signs it. */
export interface LogIdentity {
  readonly origin: string;
  readonly publicKey: Buffer;
}

export interface ClaimedBatch {
  readonly head: LogHead;
  readonly grown: GrownLog;
}

const BATCH_RETENTION_MS = 24 * 60 * 60_000;

/** Appends the entries to the state. Undefined if another sealer changed it since `head` was read. */
export async function claimBatch(
  log: EvidenceLog,
  head: LogHead | undefined,
  { sealed: receipts, late }: Pick<CollectedBatch, 'sealed' | 'late'>,
  identity: LogIdentity,
): Promise<ClaimedBatch | undefined> {
  const { store, bucket, tenant } = log;
  const origin = head?.origin ?? identity.origin;
  requireOriginOf(tenant, origin);
  const entries = receipts.map(({ entry }) => entry);
  await refuseRestoredState(log, head);
  const grown = await growPublishedLog(log, head, entries);
  const body = encodeEntries(entries);
  const batch = { from: head?.size ?? 0, digest: hash('sha256', body, 'hex') };
  await writeLogObject(bucket, {
    key: evidenceObjectKeys.batch(tenant, batch.from, batch.digest),
    body,
    mediaType: 'application/octet-stream',
    until: new Date(Date.now() + BATCH_RETENTION_MS),
  });
  const after: LogHead = {
    origin,
    // Until the batch is published, the newest checkpoint is one that an earlier key may have signed.
    verifierKey:
      head?.verifierKey ?? formatVerifierKey(buildVerifierKey(origin, identity.publicKey)),
    size: grown.size,
    root: grown.root.toString('hex'),
    newest: findNewest(head, receipts),
    lateSince: head?.lateSince === undefined || late === 'none' ? undefined : late.since,
    batch,
  };
  const minutes = await countIn(log, head, receipts);
  const isOurs = await growStoredLog(store, tenant, { before: head, after, minutes });
  return isOurs ? { head: after, grown } : undefined;
}

/**
 * Throws a RestoredLogError if more is published or written than the state has. After the restore of an old state, sealing
 * would sign a second history. The tiles of the first one do not always prevent that, because tiles of another size have
 * other paths. Two requests, or more where the newest checkpoint is missing.
 */
export async function refuseRestoredState(
  log: EvidenceLog,
  head: LogHead | undefined,
): Promise<void> {
  const { store, tenant } = log;
  const published = await readPublishedSize(log);
  // A sealer that died may have signed a checkpoint of its tiles, and not have made it the newest.
  const written = await readWrittenSize(log, head?.size ?? 0);
  const reached = Math.max(published, written);
  if (reached <= (head?.size ?? 0)) return;
  // Another sealer may have added a batch since the state was read.
  const { size = 0 } = (await readLogHead(store, tenant)) ?? {};
  if (reached <= size) return;
  const reach =
    published > size
      ? `its newest checkpoint has ${published}`
      : `its bucket has entries up to ${written}`;
  throw new RestoredLogError(tenant, size, reach);
}

/** Grows the log that is published, whose tiles must have the root of the state. */
export async function growPublishedLog(
  log: EvidenceLog,
  head: Pick<LogHead, 'size' | 'root'> | undefined,
  entries: readonly Buffer[],
): Promise<GrownLog> {
  const { size, root } = head ?? { size: 0, root: undefined };
  const readTile = await readTiles(log, listPartialTiles(size));
  if (root !== undefined && computeLogRoot(size, readTile).toString('hex') !== root) {
    throw new DamagedLogError(log.tenant, size);
  }
  return growLog(size, readTile, entries);
}

function findNewest(head: LogHead | undefined, receipts: readonly SealedReceipt[]): string {
  const times = receipts.map(({ at }) => at);
  return [head?.newest ?? '', ...times].reduce((one, other) => (one > other ? one : other));
}

async function countIn(
  { store, tenant }: EvidenceLog,
  head: LogHead | undefined,
  receipts: readonly SealedReceipt[],
): Promise<SealedMinute[]> {
  const names = [...new Set(receipts.map(({ at }) => readMinute(at)))];
  const first = head?.size ?? 0;
  const leaves = receipts.map(({ at }, index) => ({ index: first + index, at }));
  const existing = await readSealedMinutes(store, tenant, names);
  return addLeaves(existing, leaves, head?.newest ?? '');
}
