import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mapInParallel } from '../in-parallel.ts';
import type { Item } from './item.ts';
import type { Key } from './keys.ts';
import { computeFullJitter, RetryableError } from './retries.ts';
import { callStore } from './store.ts';
import type { Store } from './store.ts';

const WRITES_MAX = 25;

/** An item to put, or the key of one to delete. */
export type BatchedWrite =
  | { readonly PutRequest: { readonly Item: Item } }
  | { readonly DeleteRequest: { readonly Key: Key } };

export interface BatchWriteOptions {
  /** The number of concurrent requests. */
  readonly requestsMax: number;
  /** How often unprocessed writes are sent at most; without it until the store has taken all. */
  readonly roundsMax?: number;
  /** Waits before the next round. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Writes without conditions, in requests of 25; no two writes may have the same key. Sends unprocessed
 * writes again after a pause with full jitter. Throws RetryableError if some stay unprocessed.
 */
export async function batchWrite(
  store: Store,
  table: string,
  writes: readonly BatchedWrite[],
  options: BatchWriteOptions,
): Promise<void> {
  await mapInParallel(splitWrites(writes), options.requestsMax, (part) =>
    writePart(store, table, part, options),
  );
}

function splitWrites(writes: readonly BatchedWrite[]): BatchedWrite[][] {
  const count = Math.ceil(writes.length / WRITES_MAX);
  return Array.from({ length: count }, (_, part) =>
    writes.slice(part * WRITES_MAX, (part + 1) * WRITES_MAX),
  );
}

async function writePart(
  store: Store,
  table: string,
  part: readonly BatchedWrite[],
  { roundsMax = Number.POSITIVE_INFINITY, pause = sleep }: BatchWriteOptions,
): Promise<void> {
  let wanted = part;
  for (let round = 1; ; round += 1) {
    const command = new BatchWriteCommand({ RequestItems: { [table]: [...wanted] } });
    const answer = await callStore(store, (until) => store.documents.send(command, until));
    wanted = (answer.UnprocessedItems?.[table] ?? []) as BatchedWrite[];
    if (wanted.length === 0) return;
    if (round >= roundsMax) throw new RetryableError('busy', 'the store left writes unprocessed');
    await pause(computeFullJitter(round));
  }
}
