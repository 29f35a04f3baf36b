// Seals the receipts of one tenant: appends those that have settled to its log, in batches, and publishes
// each. Any number of sealers may run at once, and each may stop at any point (ADR 103).
import type { LogHead } from '../domain/sealing/log-head.ts';
import { addMs } from '../domain/values/times.ts';
import { endLateSearch, readLogHead } from '../ledger/evidence/head.ts';
import { formatKey } from '../ledger/store/keys.ts';
import { claimBatch, refuseRestoredState } from './claim-batch.ts';
import { collectBatch } from './collect-batch.ts';
import type { BatchSearch, CollectedBatch } from './collect-batch.ts';
import { ChangedLogError } from './changed-log-error.ts';
import type { EvidenceLog } from './evidence-log.ts';
import { keepPartialTilesLocked } from './partial-tiles.ts';
import { publishBatch } from './publish-batch.ts';
import type { UnreadableReceipt } from './receipt-entries.ts';
import type { CheckpointSigner } from './signing-key.ts';
import { LATE_MS } from './unsealed-receipts.ts';
import type { WitnessPanel } from './witness-panel.ts';

export interface SealingOptions {
  readonly signer: CheckpointSigner;
  readonly witnesses?: WitnessPanel;
  /** The start of the origin of a new log: `<host>/<stage>`. */
  readonly origin: string;
  /** How long after its time a receipt is sealed: for clock differences and transactions in flight. */
  readonly settleMs: number;
  /** Whether late receipts are searched in the whole feed, and not only in the last minutes. */
  readonly isThorough?: boolean;
  /** About how many receipts a batch has: few enough to hold and to repeat, enough for few partial tiles. */
  readonly batchSize?: number;
  /** About how many bytes the entries of a batch have. */
  readonly batchBytes?: number;
  /** Whether the time is up; called before each batch. */
  readonly isOver?: () => boolean;
  readonly now?: () => Date;
}

export interface SealingResult {
  /** The number of leaves that this run appended. */
  readonly sealed: number;
  readonly unreadable: readonly UnreadableReceipt[];
  /** False when the time was up: the next run continues. */
  readonly isDone: boolean;
  /** What kept the cosignatures from being stored; the checkpoint is published without them. */
  readonly cosigningError?: unknown;
}

const BATCH_SIZE = 2_048;
const BATCH_BYTES = 8 * 1024 * 1024;
/** Another sealer that is always faster does the work just as well. */
const LOST_MAX = 20;

/** Seals what has settled. Throws what a batch failed with; the next run completes it. */
export async function sealTenant(
  log: EvidenceLog,
  options: SealingOptions,
): Promise<SealingResult> {
  const { hasPublished, ...result } = await sealBatches(log, options);
  if (options.isThorough) await keepPartialTilesLocked(log);
  if (!hasPublished) return result;
  try {
    await options.witnesses?.cosign(log);
    return result;
  } catch (error) {
    return { ...result, cosigningError: error };
  }
}

interface SealedBatches extends SealingResult {
  /** Whether this run published a checkpoint, of a batch of its own or of another run. */
  readonly hasPublished: boolean;
}

async function sealBatches(log: EvidenceLog, options: SealingOptions): Promise<SealedBatches> {
  const { isOver = () => false } = options;
  const unreadable: UnreadableReceipt[] = [];
  const skipped = new Set<string>();
  let late = buildLateSearch(options);
  let sealed = 0;
  let hasPublished = false;
  for (let lost = 0; lost < LOST_MAX;) {
    const head = await readLogHead(log.store, log.tenant);
    if (head?.batch) {
      await publishBatch(log, head, options.signer);
      hasPublished = true;
      continue;
    }
    if (isOver()) return { sealed, unreadable, hasPublished, isDone: false };
    const search = { late: widenSearch(late, head), skipped };
    const batch = await sealBatch(log, head, search, options);
    if (batch === 'lost') {
      lost += 1;
      continue;
    }
    unreadable.push(...batch.unreadable);
    for (const { key } of batch.unreadable) skipped.add(formatKey(key));
    if (batch.sealed.length === 0) {
      // There may be others after them.
      if (batch.unreadable.length > 0) continue;
      // Where all records of a tenant were deleted, nothing but what is published says that there was a log.
      if (!head) await refuseRestoredState(log, head);
      if (head?.lateSince !== undefined) await endLateSearch(log.store, log.tenant, head);
      break;
    }
    sealed += batch.sealed.length;
    hasPublished = true;
    late = batch.late;
  }
  return { sealed, unreadable, hasPublished, isDone: true };
}

async function sealBatch(
  log: EvidenceLog,
  head: LogHead | undefined,
  wanted: Pick<BatchSearch, 'late' | 'skipped'>,
  options: SealingOptions,
): Promise<CollectedBatch | 'lost'> {
  const { signer, batchSize = BATCH_SIZE, batchBytes = BATCH_BYTES } = options;
  const identity = { origin: `${options.origin}/${log.tenant}`, publicKey: signer.publicKey };
  try {
    const search = { ...wanted, upTo: formatSettled(options), batchSize, batchBytes };
    const batch = await collectBatch(log, head, search);
    if (batch.sealed.length === 0) return batch;
    const claimed = await claimBatch(log, head, batch, identity);
    if (!claimed) return 'lost';
    await publishBatch(log, claimed.head, signer, claimed.grown);
    return batch;
  } catch (error) {
    if (error instanceof ChangedLogError) return 'lost';
    throw error;
  }
}

// Receipts of earlier versions came into the feed long after their times (ADR 107).
function widenSearch(late: BatchSearch['late'], head: LogHead | undefined): BatchSearch['late'] {
  const { lateSince } = head ?? {};
  if (lateSince === undefined) return late;
  if (late === 'none') return { since: lateSince };
  return { since: [late.since, lateSince].map((time) => time ?? '').toSorted()[0] || undefined };
}

function buildLateSearch({ isThorough = false, ...options }: SealingOptions): BatchSearch['late'] {
  if (isThorough) return { since: undefined };
  return { since: addMs(formatSettled(options), -LATE_MS) };
}

function formatSettled({ settleMs, now = () => new Date() }: SealingOptions): string {
  return new Date(now().getTime() - settleMs).toISOString();
}
