// Delivers a batch of a stream as Lambda does: invokes the function until the batch succeeds, is
// abandoned or becomes too old. No later record is delivered meanwhile.
import type { Json } from '../cloudformation/template.ts';
import { isObject } from '../cloudformation/template.ts';
import { FunctionError } from '../lambda/function-error.ts';
import type { MappingSettings } from './mapping-settings.ts';
import type { ShardRecord } from './stream-reader.ts';

export interface AbandonedBatch {
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly batch: ShardRecord[];
  readonly invocations: number;
  readonly error: string | undefined;
}

export interface DeliveryOptions {
  readonly settings: Pick<
    MappingSettings,
    'retriesMax' | 'recordAgeMs' | 'bisects' | 'reportsItemFailures'
  >;
  invoke(event: { Records: unknown[] }): Promise<Json>;
  /** Reports that all records up to this one are delivered or abandoned. */
  done(last: ShardRecord): void;
  giveUp(failed: AbandonedBatch): Promise<void>;
  /** Waits before a retry; returns false when the mapping is stopping. */
  pause(milliseconds: number): Promise<boolean>;
}

interface BatchPiece {
  readonly batch: ShardRecord[];
  readonly invocations: number;
  readonly retries: number;
  readonly error?: string;
}

type DeliveryOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly from: number; readonly error?: string };

const PAUSE_MS_FIRST = 100;
const PAUSE_MS_MAX = 10_000;

/** Returns when each record is delivered or abandoned, or when `pause` returns false. */
export async function deliverBatch(batch: ShardRecord[], parts: DeliveryOptions): Promise<void> {
  const pieces: BatchPiece[] = [{ batch, invocations: 0, retries: 0 }];
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    const next = await deliverPiece(piece, parts);
    if (next.length > 0 && !(await parts.pause(computePause(next)))) return;
    pieces.unshift(...next);
  }
}

/** Returns the records that are still to be delivered. */
async function deliverPiece(piece: BatchPiece, parts: DeliveryOptions): Promise<BatchPiece[]> {
  const { fresh, old } = splitByAge(piece.batch, parts.settings.recordAgeMs);
  if (old.length > 0) await abandonPiece(parts, { ...piece, batch: old }, 'RecordAgeExceeded');
  if (fresh.length === 0) return [];
  const outcome = await invokeFunction(fresh, parts);
  const invocations = piece.invocations + 1;
  if (outcome.kind === 'done') return completePiece(fresh, parts);
  completePiece(fresh.slice(0, outcome.from), parts);

  const rest = fresh.slice(outcome.from);
  const failed = { ...piece, batch: rest, invocations, error: outcome.error };
  // A split is not a retry: both halves have all their retries.
  if (parts.settings.bisects && outcome.error !== undefined && rest.length > 1) {
    const half = Math.ceil(rest.length / 2);
    return [
      { ...failed, batch: rest.slice(0, half) },
      { ...failed, batch: rest.slice(half) },
    ];
  }
  if (piece.retries < parts.settings.retriesMax) return [{ ...failed, retries: piece.retries + 1 }];
  await abandonPiece(parts, failed, 'RetryAttemptsExhausted');
  return [];
}

function completePiece(batch: ShardRecord[], { done }: DeliveryOptions): BatchPiece[] {
  const last = batch.at(-1);
  if (last) done(last);
  return [];
}

async function abandonPiece(
  parts: DeliveryOptions,
  piece: BatchPiece,
  condition: AbandonedBatch['condition'],
) {
  const { batch, invocations, error } = piece;
  await parts.giveUp({ condition, batch, invocations, error });
  completePiece(batch, parts);
}

function splitByAge(batch: ShardRecord[], milliseconds: number) {
  const oldest = (Date.now() - milliseconds) / 1_000;
  const from = batch.findIndex(
    ({ record }) => oldest <= record.dynamodb.ApproximateCreationDateTime,
  );
  const start = from === -1 ? batch.length : from;
  return { old: batch.slice(0, start), fresh: batch.slice(start) };
}

async function invokeFunction(
  batch: ShardRecord[],
  parts: DeliveryOptions,
): Promise<DeliveryOutcome> {
  try {
    const result = await parts.invoke({ Records: batch.map(({ record }) => record) });
    return parts.settings.reportsItemFailures ? toOutcome(result, batch) : { kind: 'done' };
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    return { kind: 'failed', from: 0, error: `${error.errorType}: ${error.message}` };
  }
}

function toOutcome(result: Json, batch: ShardRecord[]): DeliveryOutcome {
  const sequence = batch.map(({ record }) => record.dynamodb.SequenceNumber);
  const from = findFirstFailure(result, sequence);
  return from === undefined ? { kind: 'done' } : { kind: 'failed', from };
}

/**
 * The index of the first record that the result of a function reports as failed; undefined if none is. It and all
 * records after it are delivered again. If a reported record is not in the batch, the whole batch has failed.
 */
export function findFirstFailure(
  result: Json,
  sequence: readonly (string | undefined)[],
): number | undefined {
  const failures = readItemFailures(result);
  if (failures.length === 0) return undefined;
  const indexes = failures.map((failure) => {
    const identifier = isObject(failure) ? failure.itemIdentifier : undefined;
    return sequence.findIndex((number) => number === identifier);
  });
  return Math.max(0, Math.min(...indexes));
}

/** The failures of records that the result of a function reports. */
export function readItemFailures(result: Json): Json[] {
  const failures = isObject(result) ? result.batchItemFailures : undefined;
  return Array.isArray(failures) ? failures : [];
}

// The halves of a split batch are delivered at once; each further retry waits longer.
function computePause(pieces: BatchPiece[]): number {
  const [{ retries } = { retries: 0 }] = pieces;
  if (pieces.length > 1) return 0;
  return Math.min(PAUSE_MS_MAX, PAUSE_MS_FIRST * 2 ** (retries - 1));
}
