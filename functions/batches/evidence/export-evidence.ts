// What the manifest of an export says of the evidence log: a checkpoint, and whether it covers the period.
import { parseReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import type { ReceiptEntry } from '../../domain/evidence/receipt-entry.ts';
import { countSealedReceipts, readMinute } from '../../domain/sealing/sealed-minutes.ts';
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
import type { JournalExtent } from '../../ledger/journal/journal-order.ts';
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
  /** Whether all receipts of earlier versions have been adopted. */
  readonly isAdopted?: boolean | undefined;
}

/** How long after its entry a receipt can be: a request is committed moments after its time. */
const COMMIT_MS = 60_000;

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
  const published = { ...log, origin, size, verifierKey };
  const extent = await readExtent(log, period);
  // The receipt of the last entry may be later than the period, and then it is not among those that were counted.
  if (extent && !(await findEntry(published, extent.last))) {
    const isPending = await hasNewer(log, head, addMs(period.before, COMMIT_MS));
    return { size, coversPeriod: false, isPending };
  }
  // Receipts from before there was a log are not in its feed. If the first entry of the period is in the log, so
  // are those after it.
  const first = extent && (await findEntry(published, extent.first));
  if (first?.adopted_at !== undefined) return { size, ...findAdoptedCoverage(head, period) };
  return { size, coversPeriod: !extent || first !== undefined, isPending: false };
}

// Receipts are adopted in any order, and sealed by their times: of a period with the first and the last one, others may
// be missing until all are adopted, and sealing has found no more of them.
function findAdoptedCoverage(
  { lateSince }: LogHead,
  { isAdopted = false }: CoveredPeriod,
): Pick<EvidenceCoverage, 'coversPeriod' | 'isPending'> {
  const isSealed = lateSince === undefined;
  return { coversPeriod: isAdopted && isSealed, isPending: isAdopted && !isSealed };
}

async function hasUnsealed(log: EvidenceLog, head: LogHead, last: string): Promise<boolean> {
  return (await hasNewer(log, head, last)) || hasLateReceipts(log, head, last);
}

// Whether there are receipts after the newest leaf, up to a time.
async function hasNewer(log: EvidenceLog, head: LogHead, last: string): Promise<boolean> {
  return (await listFreshReceipts(log, head, last, 1)).length > 0;
}

async function readExtent(
  { store, tenant }: EvidenceLog,
  { from, before }: CoveredPeriod,
): Promise<JournalExtent | undefined> {
  const range = buildJournalRange(new Date(from), new Date(before));
  return range.from < range.to ? readJournalExtent(store, tenant, range) : undefined;
}

async function findEntry(log: ReadableLog, id: string): Promise<ReceiptEntry | undefined> {
  const postedAt = new Date(readIdTime(id)).toISOString();
  const leaf = await searchEntryLeaf(log, { id, postedAt });
  return leaf && parseReceiptEntry(leaf.entry);
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
  const sealed = minutes.reduce((sum, minute) => sum + countSealedReceipts(minute), 0);
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
