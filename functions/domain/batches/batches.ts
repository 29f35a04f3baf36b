// Batches: work on many records that continues after the request is answered (docs/contract.md,
// Batches).
import { latestTime } from '../values/times.ts';
import { Refusal } from '../refusals/refusals.ts';
import { batchStatus } from './transitions.ts';
import { findNextState } from '../values/state-machine.ts';
import type { BatchStatus, BatchTransitionName } from './transitions.ts';

export type BatchType = 'REGULATORY_EXPORT' | 'LEGACY_IMPORT';

export interface Batch {
  readonly id: string;
  readonly type: BatchType;
  readonly status: BatchStatus;
  /** The request, with the contract's member names. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The name of the format of an export, and why it was chosen. */
  readonly format?: string;
  readonly formatReason?: string;
  readonly progress: BatchProgress;
  /** Present once the batch is COMPLETED. */
  readonly artifact?: Artifact;
  readonly controlTotals?: Readonly<Record<string, unknown>>;
  readonly delivery?: ExportDelivery;
  readonly failureReason?: string;
  readonly requestedBy: string;
  readonly correlationId: string;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  /** Grows by 1 with each change, progress included. */
  readonly version: number;
}

/** Progress of the work: in total, and of each part that runs in parallel. */
export interface BatchProgress {
  /** Absent until it is known. */
  readonly total?: number;
  readonly parts: Readonly<Record<string, RecordCounts>>;
}

export interface RecordCounts {
  readonly processed: number;
  readonly rejected: number;
}

/** The file that a batch produces. */
export interface Artifact {
  /** The key of the object. */
  readonly key: string;
  readonly mediaType: string;
  readonly filename: string;
  readonly sizeBytes: number;
  /** SHA-256, hexadecimal. */
  readonly checksum: string;
  readonly rows: number;
  /** Whether a signature is beside the manifest; absent before manifests were signed. */
  readonly isSigned?: boolean;
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
  readonly format?: string;
  readonly formatReason?: string;
  readonly requestedBy: string;
  readonly correlationId: string;
  readonly now: Date;
}

/** Accepts a batch, before any work on it. */
export function acceptBatch({ now, ...given }: BatchSubmission): Batch {
  return {
    ...given,
    status: batchStatus.initial,
    progress: { parts: {} },
    createdAt: now.toISOString(),
    version: 1,
  };
}

/** Puts the batch into the state in which it waits for its upload. */
export function awaitUpload(batch: Batch): Batch {
  return { ...applyBatchTransition(batch, 'await upload'), version: batch.version };
}

/** Starts the batch. A running batch is returned unchanged; throws for one that has ended. */
export function startBatch(batch: Batch, now: Date): Batch {
  if (batch.status === 'RUNNING') return batch;
  const startedAt = latestTime(now, batch.createdAt).toISOString();
  return { ...applyBatchTransition(batch, 'start'), startedAt };
}

/** Returns the batch with the progress of one of its parts. */
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

/** Adds up the counts of all parts. */
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

/** Completes the batch with its artifact. A COMPLETED batch is returned unchanged. */
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

/** Fails the batch for a reason that the operator can read. A FAILED batch is returned unchanged. */
export function failBatch(batch: Batch, reason: string, now: Date): Batch {
  if (batch.status === 'FAILED') return batch;
  return {
    ...applyBatchTransition(batch, 'fail'),
    failureReason: reason,
    completedAt: latestTime(now, batch.startedAt, batch.createdAt).toISOString(),
  };
}

/** Returns the artifact to download or deliver. Refuses with batch_not_completed. */
export function requireArtifact({ id, status, artifact }: Batch): Artifact {
  if (artifact) return artifact;
  throw new Refusal('batch_not_completed', `Batch ${id} is ${status}, not COMPLETED.`);
}

/** Refuses with signature_not_found when the manifest of the batch is not signed. */
export function requireSignature({ id, artifact }: Batch): void {
  if (!artifact || artifact.isSigned === true) return;
  const which = 'only those of exports are signed, since there is an evidence log';
  throw new Refusal('signature_not_found', `The manifest of ${id} has no signature: ${which}.`);
}

function applyBatchTransition(batch: Batch, way: BatchTransitionName): Batch {
  const status = findNextState(batchStatus, batch.status, way);
  if (!status) throw new Error(`batch ${batch.id} is ${batch.status}: no transition ${way}`);
  return { ...batch, status, version: batch.version + 1 };
}

/** Returns the refusal for a batch that the tenant does not have. */
export function batchNotFound(id: string): Refusal {
  return new Refusal('batch_not_found', `There is no batch ${id.slice(0, 64)}.`);
}
