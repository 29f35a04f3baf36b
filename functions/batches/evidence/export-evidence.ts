// What the manifest of an export says of the evidence log: a checkpoint, and whether it covers the period.
import { countLeaves, readMinute } from '../../domain/sealing/sealed-minutes.ts';
import type { ManifestEvidence } from '../../domain/exports/manifest-signature.ts';
import type { LogHead } from '../../domain/sealing/log-head.ts';
import type { EvidenceLog } from '../../evidence/evidence-log.ts';
import { readCheckpoint } from '../../evidence/published/published-log.ts';
import { countFeed, listFeed } from '../../ledger/evidence/feed.ts';
import { readLogHead } from '../../ledger/evidence/head.ts';
import { listSealedMinutes } from '../../ledger/evidence/minutes.ts';

/** What a manifest says of the evidence log. */
export interface ExportEvidence extends ManifestEvidence {
  /** Whether the checkpoint covers all receipts before the watermark, as far as the state of the log says. */
  readonly covers_period?: boolean;
}

/** The newest checkpoint when an export asked for it. */
export interface EvidenceCoverage {
  /** Its size; 0 before the first checkpoint. */
  readonly size: number;
  /** Whether it covers all receipts before the watermark. */
  readonly coversPeriod: boolean;
}

/** How far before the newest leaf late receipts are counted. The nightly sealing finds those before. */
const LATE_MS = 15 * 60_000;

/** Finds how far the log covers what was committed before the watermark: a few requests. */
export async function findCoverage(
  { store, tenant }: Omit<EvidenceLog, 'bucket'>,
  watermark: string,
): Promise<EvidenceCoverage> {
  const head = await readLogHead(store, tenant);
  if (!head) return { size: 0, coversPeriod: false };
  if (head.batch) return { size: head.batch.from, coversPeriod: false };
  const last = addMs(watermark, -1);
  // The next key after the newest leaf: every later time differs in an earlier character.
  const range = { from: `${head.newest}!`, to: last };
  const fresh = range.from < range.to ? await listFeed(store, tenant, range, 1) : [];
  const coversPeriod =
    fresh.length === 0 && !(await hasLateReceipts({ store, tenant }, head, last));
  return { size: head.size, coversPeriod };
}

async function hasLateReceipts(
  { store, tenant }: Omit<EvidenceLog, 'bucket'>,
  { newest }: LogHead,
  last: string,
): Promise<boolean> {
  const from = readMinute(addMs(newest, -LATE_MS));
  if (last < from) return false;
  const minutes = await listSealedMinutes(store, tenant, { from, to: readMinute(newest) });
  const sealed = minutes.reduce((sum, minute) => sum + countLeaves(minute), 0);
  return (await countFeed(store, tenant, { from, to: newest })) > sealed;
}

function addMs(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

/** Reads the checkpoint that the manifest names: the same one at every attempt. Undefined if there is none. */
export async function readExportEvidence(
  log: EvidenceLog,
  { size, coversPeriod }: EvidenceCoverage,
): Promise<ExportEvidence | undefined> {
  const checkpoint = size === 0 ? undefined : await readCheckpoint(log, size);
  if (checkpoint === undefined) return undefined;
  const [origin = ''] = checkpoint.split('\n');
  return { origin, checkpoint, covers_period: coversPeriod };
}
