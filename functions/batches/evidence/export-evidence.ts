// What the manifest of an export says of the evidence log: a checkpoint, and whether it covers the period.
import { countLeaves, readMinute } from '../../domain/sealing/sealed-minutes.ts';
import type { ManifestEvidence } from '../../domain/exports/manifest-signature.ts';
import { countPublished } from '../../domain/sealing/log-head.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import { addMs } from '../../domain/values/times.ts';
import type { EvidenceLog } from '../../evidence/evidence-log.ts';
import { searchEntryLeaf } from '../../evidence/published/find-receipt.ts';
import { readCheckpoint } from '../../evidence/published/published-log.ts';
import type { ReadableLog } from '../../evidence/published/published-log.ts';
import { LATE_MS, listFreshReceipts } from '../../evidence/unsealed-receipts.ts';
import { countFeed } from '../../ledger/evidence/feed.ts';
import { readLogHead } from '../../ledger/evidence/head.ts';
import { listSealedMinutes } from '../../ledger/evidence/minutes.ts';
import { buildJournalRange, readJournalExtent } from '../../ledger/journal/journal-order.ts';
import { readIdTime } from '../../ledger/store/ids.ts';

/** The newest checkpoint when an export asked for it. */
export interface EvidenceCoverage {
  /** Its size; 0 before the first checkpoint. */
  readonly size: number;
  /** Whether it covers all that the export has. */
  readonly coversPeriod: boolean;
  /** Whether a later checkpoint covers more of it. */
  readonly isPending: boolean;
}

/** The period of an export as ISO times: from the first to before the last. */
export interface CoveredPeriod {
  readonly from: string;
  /** The watermark. */
  readonly before: string;
}

/** Finds how far the log covers what was committed before the watermark: a few requests. */
export async function findCoverage(
  log: EvidenceLog,
  period: CoveredPeriod,
): Promise<EvidenceCoverage> {
  const { store, tenant } = log;
  const head = await readLogHead(store, tenant);
  if (!head) return { size: 0, coversPeriod: false, isPending: true };
  const { origin, verifierKey } = head;
  const size = countPublished(head);
  if (head.batch || (await hasUnsealed(log, head, addMs(period.before, -1)))) {
    return { size, coversPeriod: false, isPending: true };
  }
  const coversPeriod = await hasFirstEntry({ ...log, origin, size, verifierKey }, period);
  return { size, coversPeriod, isPending: false };
}

async function hasUnsealed(log: EvidenceLog, head: LogHead, last: string): Promise<boolean> {
  const fresh = await listFreshReceipts(log, head, last, 1);
  return fresh.length > 0 || hasLateReceipts(log, head, last);
}

// Receipts from before there was a log are not in its feed. If the first entry of the period is in the log, so
// are those after it.
async function hasFirstEntry(log: ReadableLog, period: CoveredPeriod): Promise<boolean> {
  const range = buildJournalRange(new Date(period.from), new Date(period.before));
  const extent = range.from < range.to && (await readJournalExtent(log.store, log.tenant, range));
  if (!extent) return true;
  const { first: id } = extent;
  const postedAt = new Date(readIdTime(id)).toISOString();
  return (await searchEntryLeaf(log, { id, postedAt })) !== undefined;
}

async function hasLateReceipts(
  { store, tenant }: EvidenceLog,
  { newest }: LogHead,
  last: string,
): Promise<boolean> {
  // The nightly sealing finds those before.
  const from = readMinute(addMs(newest, -LATE_MS));
  if (last < from) return false;
  const minutes = await listSealedMinutes(store, tenant, { from, to: readMinute(newest) });
  const sealed = minutes.reduce((sum, minute) => sum + countLeaves(minute), 0);
  return (await countFeed(store, tenant, { from, to: newest })) > sealed;
}

/** Reads the checkpoint that the manifest names: the same one at every attempt. Undefined if there is none. */
export async function readExportEvidence(
  log: EvidenceLog,
  { size, coversPeriod }: Pick<EvidenceCoverage, 'size' | 'coversPeriod'>,
): Promise<ManifestEvidence | undefined> {
  const checkpoint = size === 0 ? undefined : await readCheckpoint(log, size);
  if (checkpoint === undefined) return undefined;
  const [origin = ''] = checkpoint.split('\n');
  return { origin, checkpoint, covers_period: coversPeriod };
}
