// Rebuilds the state of an evidence log from what the log has published, after the tables were restored to a
// time before its newest checkpoint. Nothing is taken from the restored state but the key of the log, and
// nothing that is published is changed, so that sealing continues the one history.
import { evidenceObjectKeys } from '../../functions/artifacts/locations.ts';
import { replaceTaggedObject } from '../../functions/artifacts/log-objects.ts';
import { readTaggedObject } from '../../functions/artifacts/objects.ts';
import { hashLeaf } from '../../functions/domain/evidence/merkle-tree.ts';
import { parseReceiptEntry } from '../../functions/domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../functions/domain/evidence/receipt-entry.ts';
import { parseVerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import type { VerifierKey } from '../../functions/domain/evidence/verifier-key.ts';
import type { LogHead } from '../../functions/domain/sealing/log-head.ts';
import { isOriginOf } from '../../functions/domain/sealing/log-origin.ts';
import type { EvidenceLog } from '../../functions/evidence/evidence-log.ts';
import { readEntries } from '../../functions/evidence/read-tiles.ts';
import { readLogHead } from '../../functions/ledger/evidence/head.ts';
import { recordLogRebuild } from '../../functions/ledger/adoption/log-rebuild-receipt.ts';
import { repairHead, repairMinutes } from '../../functions/ledger/evidence/state-repair.ts';
import { LeafFrontier } from '../evidence/log/leaf-frontier.ts';
import { findClaimedBatch } from './claimed-batch.ts';
import type { WrittenBatch } from './claimed-batch.ts';
import { LostReceiptSearch } from './lost-receipt-search.ts';
import type { LostReceipt } from './lost-receipt-search.ts';
import { compareMinutes } from './minute-comparison.ts';
import { MinuteRanges } from './minute-ranges.ts';
import { DefectiveLogError, readPublication } from './published-checkpoint.ts';
import type { LogPublication, PublishedCheckpoint } from './published-checkpoint.ts';

export interface StateRebuildOptions {
  /** Verifier keys of the log besides that of its state: all that signed since, if the state is lost. */
  readonly keys: readonly VerifierKey[];
  /** Whether to write; without it, the run only reports. */
  readonly isApplied: boolean;
  /** Who rebuilds, as the receipt of the rebuild states it. */
  readonly actor: string;
  readonly now?: () => Date;
  readonly onLost: (lost: LostReceipt) => void;
  readonly onProgress?: (leaves: number, size: number) => void;
}

export interface StateRebuild {
  readonly before: LogHead | undefined;
  readonly after: LogHead;
  /** How many records of minutes differ from those of the log. */
  readonly changedMinutes: number;
  /** How many receipts the log has and the tables do not. */
  readonly lostReceipts: number;
  /** Whether what readers take for the newest checkpoint is an older one, missing, or none. */
  readonly isBehind: boolean;
}

/**
 * Compares the state of a log with the published log, and replaces it if asked to. Undefined if nothing is
 * published. May stop at any point: sealing stays stopped until the last write, and a repetition ends the same.
 */
export async function rebuildState(
  log: EvidenceLog,
  options: StateRebuildOptions,
): Promise<StateRebuild | undefined> {
  const { store, tenant } = log;
  const first = await readLogHead(store, tenant);
  const keys = [...(first ? [parseVerifierKey(first.verifierKey)] : []), ...options.keys];
  const publication = await readPublication(log, keys);
  if (!publication) return undefined;
  const { published, head: before } = publication;
  refuseOtherOrigin(tenant, published.origin);
  const claimed = await findNextBatch(log, publication);
  const read = await readLog(log, { published, claimed }, options);
  const after: LogHead = {
    origin: published.origin,
    verifierKey: published.verifierKey,
    size: read.size,
    root: read.root,
    newest: read.newest,
    lateSince: before?.lateSince,
    batch: claimed?.batch,
  };
  const minutes = await compareMinutes(log, read.size, read.ranges.list(read.lostByMinute));
  const { isBehind } = published;
  const changed = { changedMinutes: minutes.length, lostReceipts: read.lost };
  const rebuild = { before, after, ...changed, isBehind };
  if (!options.isApplied) return rebuild;
  await repairMinutes(store, tenant, before, minutes);
  if (!isSameState(before, after)) {
    // Before the state, without which nothing is sealed: so its leaf comes before those of repeated requests.
    await recordLosses(log, rebuild, options);
    await repairHead(store, tenant, { before, after });
  }
  if (isBehind) await publishAgain(log, published);
  return rebuild;
}

async function recordLosses(
  { store, tenant }: EvidenceLog,
  { after: { size }, lostReceipts: lost }: StateRebuild,
  { actor, now = () => new Date() }: StateRebuildOptions,
): Promise<void> {
  if (lost === 0) return;
  await recordLogRebuild(store, tenant, { actor, statement: { size, lost }, at: now() });
}

// Tiles of a batch are written once the state has it. So a state that has changed since shows that a sealer is at work,
// and that the batch is none of a sealer that died before the tables were restored.
async function findNextBatch(
  log: EvidenceLog,
  { published: { size }, head }: LogPublication,
): Promise<WrittenBatch | undefined> {
  const isInWork = async () =>
    head?.size === size &&
    !head.batch &&
    !isSameState(await readLogHead(log.store, log.tenant), head);
  try {
    const found = await findClaimedBatch(log, size, head?.batch);
    return found && (await isInWork()) ? undefined : found;
  } catch (error) {
    if (await isInWork()) return undefined;
    throw error;
  }
}

/** Whether two states say the same of the log. */
export function isSameState(before: LogHead | undefined, after: LogHead): boolean {
  if (!before) return false;
  const members = ['origin', 'size', 'root', 'newest'] as const;
  const isSameBatch = JSON.stringify(before.batch) === JSON.stringify(after.batch);
  return isSameBatch && members.every((name) => before[name] === after[name]);
}

// The logs of all tenants may have one key.
function refuseOtherOrigin(tenant: string, origin: string): void {
  if (isOriginOf(tenant, origin)) return;
  throw new DefectiveLogError(tenant, `has the checkpoint of another log, ${origin}`);
}

interface ReplayedLog {
  readonly size: number;
  readonly root: string;
  readonly newest: string;
  readonly ranges: MinuteRanges;
  readonly lost: number;
  readonly lostByMinute: ReadonlyMap<string, number>;
}

async function readLog(
  log: EvidenceLog,
  found: { readonly published: PublishedCheckpoint; readonly claimed: WrittenBatch | undefined },
  { onLost, onProgress }: StateRebuildOptions,
): Promise<ReplayedLog> {
  const { published, claimed } = found;
  const frontier = new LeafFrontier();
  const ranges = new MinuteRanges();
  const lost = new LostReceiptSearch(log, onLost);
  let newest = '';
  const add = async (entry: Buffer) => {
    const { at, receipt_id: receiptId } = parseEntry(log.tenant, frontier.size, entry);
    ranges.add({ index: frontier.size, at, receiptId });
    await lost.add(frontier.size, entry);
    frontier.add(hashLeaf(entry));
    if (at > newest) newest = at;
    onProgress?.(frontier.size, published.size);
  };
  const { size } = published;
  for await (const { entry } of readEntries(log, { start: 0, end: size, size })) await add(entry);
  if (!frontier.root.equals(published.root)) {
    throw new DefectiveLogError(log.tenant, 'has entries that do not lead to its checkpoint');
  }
  for (const entry of claimed?.entries ?? []) await add(entry);
  await lost.conclude();
  const root = frontier.root.toString('hex');
  const { count, byMinute: lostByMinute } = lost;
  return { size: frontier.size, root, newest, ranges, lost: count, lostByMinute };
}

function parseEntry(tenant: string, leaf: number, entry: Buffer): ReceiptEntry {
  try {
    return parseReceiptEntry(entry);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DefectiveLogError(tenant, `cannot be read at leaf ${leaf}: ${error.message}`);
  }
}

// Readers of the bucket take one object for the newest checkpoint.
async function publishAgain(
  { bucket, tenant }: EvidenceLog,
  { note }: PublishedCheckpoint,
): Promise<void> {
  const key = evidenceObjectKeys.checkpoint(tenant);
  const mediaType = 'text/plain; charset=utf-8';
  const before = await readTaggedObject(bucket, key);
  await replaceTaggedObject(bucket, { key, body: note, mediaType }, before);
}
