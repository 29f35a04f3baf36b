// Batches: work on many records that outlives the request for it (docs/contract.md, Batches).
import { latestTime } from '../values/latest-time.ts';
import { Refusal } from '../refusals/refusals.ts';
import { batchStatus } from './transitions.ts';
import { findNextState } from '../values/state-machine.ts';
import type { BatchStatus, BatchTransitionName } from './transitions.ts';

export type BatchType = 'REGULATORY_EXPORT' | 'LEGACY_IMPORT';

export interface Batch {
  readonly id: string;
  readonly type: BatchType;
  readonly status: BatchStatus;
  /** What was asked for, in the words of the contract. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly progress: BatchProgress;
  /** There once the batch is COMPLETED. */
  readonly artifact?: Artifact;
  readonly controlTotals?: Readonly<Record<string, unknown>>;
  readonly delivery?: ExportDelivery;
  readonly failureReason?: string;
  readonly requestedBy: string;
  readonly correlationId: string;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  /** +1 for each change, progress included. */
  readonly version: number;
}

/** How far the work is: in all, and by each of the parts that work beside each other. */
export interface BatchProgress {
  /** Absent until it is known. */
  readonly total?: number;
  readonly parts: Readonly<Record<string, RecordCounts>>;
}

export interface RecordCounts {
  readonly processed: number;
  readonly rejected: number;
}

/** The file that a batch makes. */
export interface Artifact {
  /** Where it is kept. */
  readonly key: string;
  readonly mediaType: string;
  readonly filename: string;
  readonly sizeBytes: number;
  /** SHA-256, hexadecimal. */
  readonly checksum: string;
  readonly rows: number;
}

/** The record that an export was delivered to the authority. */
export interface ExportDelivery {
  readonly authorityReference: string;
  readonly deliveredAt: string;
  readonly recordedBy: string;
  readonly recordedAt: string;
}

export interface BatchSubmission {
  readonly id: string;
  readonly type: BatchType;
  readonly request: Readonly<Record<string, unknown>>;
  readonly requestedBy: string;
  readonly correlationId: string;
  readonly now: Date;
}

/** A batch as it is accepted: nothing is done yet. */
export function acceptBatch({ now, ...given }: BatchSubmission): Batch {
  return {
    ...given,
    status: batchStatus.initial,
    progress: { parts: {} },
    createdAt: now.toISOString(),
    version: 1,
  };
}

/** What it works on is still to come. */
export function awaitUpload(batch: Batch): Batch {
  return { ...applyBatchTransition(batch, 'await upload'), version: batch.version };
}

/** Work on it begins. A batch that runs already stays as it is; one that has ended is an error. */
export function startBatch(batch: Batch, now: Date): Batch {
  if (batch.status === 'RUNNING') return batch;
  const startedAt = latestTime(now, batch.createdAt).toISOString();
  return { ...applyBatchTransition(batch, 'start'), startedAt };
}

/** The batch with what one of its parts has done so far. */
export function withProgress(
  batch: Batch,
  part: string,
  done: RecordCounts,
  total?: number,
): Batch {
  const { progress, version } = batch;
  const parts = { ...progress.parts, [part]: done };
  return {
    ...batch,
    progress: { ...progress, parts, ...(total !== undefined && { total }) },
    version: version + 1,
  };
}

/** What all parts together have done. */
export function sumRecordCounts({ parts }: BatchProgress): RecordCounts {
  const counts = Object.values(parts);
  return {
    processed: counts.reduce((sum, { processed }) => sum + processed, 0),
    rejected: counts.reduce((sum, { rejected }) => sum + rejected, 0),
  };
}

export interface Completion {
  readonly artifact: Artifact;
  readonly controlTotals: Readonly<Record<string, unknown>>;
  readonly counted: RecordCounts;
}

/** The work is done and its artifact is there. One that is COMPLETED stays as it is. */
export function completeBatch(batch: Batch, completion: Completion, now: Date): Batch {
  if (batch.status === 'COMPLETED') return batch;
  const { artifact, controlTotals, counted } = completion;
  return {
    ...applyBatchTransition(batch, 'complete'),
    progress: { total: counted.processed, parts: { all: counted } },
    artifact,
    controlTotals,
    completedAt: latestTime(now, batch.startedAt).toISOString(),
  };
}

/** The work cannot be done, for a reason that the operator can read. A FAILED one stays as it is. */
export function failBatch(batch: Batch, reason: string, now: Date): Batch {
  if (batch.status === 'FAILED') return batch;
  return {
    ...applyBatchTransition(batch, 'fail'),
    failureReason: reason,
    completedAt: latestTime(now, batch.startedAt, batch.createdAt).toISOString(),
  };
}

/** What is downloaded, or delivered. Refuses with batch_not_completed. */
export function requireArtifact({ id, status, artifact }: Batch): Artifact {
  if (artifact) return artifact;
  throw new Refusal('batch_not_completed', `Batch ${id} is ${status}, not COMPLETED.`);
}

function applyBatchTransition(batch: Batch, way: BatchTransitionName): Batch {
  const status = findNextState(batchStatus, batch.status, way);
  if (!status) throw new Error(`batch ${batch.id} is ${batch.status}: no way to ${way}`);
  return { ...batch, status, version: batch.version + 1 };
}

/** The refusal of a batch that the tenant does not have. */
export function batchNotFound(id: string): Refusal {
  return new Refusal('batch_not_found', `There is no batch ${id.slice(0, 64)}.`);
}
