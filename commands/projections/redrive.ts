// Brings what a stream consumer gave up to it again, and takes it off the queue when it succeeded.
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { Store } from '../../functions/ledger/store/store.ts';
import type { ReceiptRecord } from '../../functions/runtime/receipt-record.ts';
import type { FailedBatch, QueuedFailure, FailureQueue } from './failure-queue.ts';
import { readReceiptsByTime } from './receipts-by-time.ts';
import { rereadStream, findReceiptStream } from './stream-reread.ts';

export interface RedriveParts {
  readonly queue: Pick<FailureQueue, 'receive' | 'delete' | 'release'>;
  readonly store: Store;
  readonly streams: DynamoDBStreamsClient;
  /** What the consumer does; answers the errors of the deliveries that failed. */
  consume(deliveries: readonly ReceiptRecord[]): Promise<ReadonlyMap<ReceiptRecord, unknown>>;
  /** How many messages were dealt with so far. */
  readonly report?: ((messages: number) => void) | undefined;
}

export interface RedriveResult {
  /** Messages whose receipts were all dealt with, and which are gone from the queue. */
  readonly messages: number;
  readonly receipts: { readonly stream: number; readonly table: number };
  /** Why messages stay in the queue. */
  readonly kept: readonly string[];
}

interface FailedReceipts {
  readonly failure: QueuedFailure;
  readonly batch: FailedBatch;
  readonly source: 'stream' | 'table';
  readonly deliveries: readonly ReceiptRecord[];
}

/** As many as the mapping hands over at a time. */
const BATCH_SIZE = 100;

/** Goes through the queue once. It may be ended at any time and run again, also twice at once. */
export async function redrive(parts: RedriveParts): Promise<RedriveResult> {
  const { queue, store, report } = parts;
  const streamArn = await findReceiptStream(store);
  const receipts = { stream: 0, table: 0 };
  const stored = new Map<QueuedFailure, string>();
  let messages = 0;
  try {
    for (let all = await queue.receive(); all.length > 0; all = await queue.receive()) {
      // Whatever goes wrong from here on, what is not dealt with goes back.
      for (const failure of all) stored.set(failure, 'the message names no place in a stream');
      for (const found of await findReceipts(parts, streamArn, all)) {
        const reason = await findReasonToKeep(parts, found);
        if (reason !== undefined) {
          stored.set(found.failure, reason);
          continue;
        }
        await queue.delete(found.failure);
        stored.delete(found.failure);
        messages += 1;
        report?.(messages);
        receipts[found.source] += found.deliveries.length;
      }
    }
  } finally {
    for (const failure of stored.keys()) await queue.release(failure);
  }
  return { messages, receipts, kept: [...stored.values()] };
}

async function findReceipts(
  { store, streams }: RedriveParts,
  streamArn: string,
  failures: readonly QueuedFailure[],
): Promise<FailedReceipts[]> {
  const found: FailedReceipts[] = [];
  const gone: { failure: QueuedFailure; batch: FailedBatch }[] = [];
  for (const failure of failures) {
    const { batch } = failure;
    if (batch === undefined) continue;
    const deliveries = await rereadStream(streams, streamArn, batch);
    if (deliveries) found.push({ failure, batch, source: 'stream', deliveries });
    else gone.push({ failure, batch });
  }
  const byTime = await readReceiptsByTime(
    store,
    gone.map(({ batch }) => batch),
  );
  const fromTable = gone.map((one, index): FailedReceipts => {
    return { ...one, source: 'table', deliveries: byTime[index] ?? [] };
  });
  return [...found, ...fromTable];
}

/** Undefined when all of it was dealt with. */
async function findReasonToKeep(
  { consume }: RedriveParts,
  { batch, source, deliveries }: FailedReceipts,
): Promise<string | undefined> {
  if (source === 'table' && deliveries.length < batch.batchSize) {
    return `of ${batch.batchSize} receipts that left the stream ${deliveries.length} were found`;
  }
  for (let start = 0; start < deliveries.length; start += BATCH_SIZE) {
    const part = deliveries.slice(start, start + BATCH_SIZE);
    const reason = await consumeOrExplain(part, consume);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

async function consumeOrExplain(
  part: readonly ReceiptRecord[],
  consume: RedriveParts['consume'],
): Promise<string | undefined> {
  try {
    const failed = await consume(part);
    const lost = part.find((one) => one.receipt === undefined || failed.has(one));
    return lost && `${lost.partition}: ${toMessage(failed.get(lost) ?? lost.error)}`;
  } catch (error) {
    return toMessage(error);
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
