// Consumes the batches of a failure queue again, and deletes their messages on success.
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
  /** Consumes the records; returns the errors of those that failed. */
  consume(records: readonly ReceiptRecord[]): Promise<ReadonlyMap<ReceiptRecord, unknown>>;
  /** Receives the number of messages redriven so far. */
  readonly report?: ((messages: number) => void) | undefined;
}

export interface RedriveResult {
  /** Messages whose receipts were all consumed and which were deleted from the queue. */
  readonly messages: number;
  readonly receipts: { readonly stream: number; readonly table: number };
  /** Why messages stay in the queue. */
  readonly kept: readonly string[];
}

interface FailedReceipts {
  readonly failure: QueuedFailure;
  readonly batch: FailedBatch;
  readonly source: 'stream' | 'table';
  readonly records: readonly ReceiptRecord[];
}

/** The batch size of the event source mapping. */
const BATCH_SIZE = 100;

interface KeptFailure {
  readonly failure: QueuedFailure;
  readonly reason: string;
}

/** Processes the queue once. It may be stopped at any time and run again, also concurrently. */
export async function redrive(parts: RedriveParts): Promise<RedriveResult> {
  const { queue, store, report } = parts;
  const streamArn = await findReceiptStream(store);
  const receipts = { stream: 0, table: 0 };
  const kept = new Map<string, KeptFailure>();
  let notReleased: ReadonlyMap<string, string> = new Map();
  let messages = 0;
  try {
    for (let all = await queue.receive(); all.length > 0; all = await queue.receive()) {
      const fresh = all.filter(({ id }) => !kept.has(id));
      for (const failure of all) keep(kept, failure);
      for (const found of await findReceipts(parts, streamArn, fresh)) {
        const reason = await findReasonToKeep(parts, found);
        if (reason !== undefined) {
          kept.set(found.failure.id, { failure: found.failure, reason });
          continue;
        }
        await queue.delete(found.failure);
        kept.delete(found.failure.id);
        messages += 1;
        report?.(messages);
        receipts[found.source] += found.records.length;
      }
    }
  } finally {
    notReleased = await releaseAll(queue, kept);
  }
  const reasons = [...kept].map(([id, { reason }]) => `${reason}${notReleased.get(id) ?? ''}`);
  return { messages, receipts, kept: reasons };
}

// After an error, messages that were not fully consumed are released. A run that takes longer than a message is hidden
// receives what it has kept again, and releases it by the newest handle.
function keep(kept: Map<string, KeptFailure>, failure: QueuedFailure): void {
  const { reason = 'the message has no stream position' } = kept.get(failure.id) ?? {};
  kept.set(failure.id, { failure, reason });
}

/** Returns what to say of the messages that could not be released: one of them must not keep the others hidden. */
async function releaseAll(
  queue: RedriveParts['queue'],
  kept: ReadonlyMap<string, KeptFailure>,
): Promise<ReadonlyMap<string, string>> {
  const faults = new Map<string, string>();
  for (const [id, { failure }] of kept) {
    try {
      await queue.release(failure);
    } catch (error) {
      faults.set(id, `; it stays hidden for up to 15 minutes: ${toMessage(error)}`);
    }
  }
  return faults;
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
    const records = await rereadStream(streams, streamArn, batch);
    if (records) found.push({ failure, batch, source: 'stream', records });
    else gone.push({ failure, batch });
  }
  const byTime = await readReceiptsByTime(
    store,
    gone.map(({ batch }) => batch),
  );
  const fromTable = gone.map((one, index): FailedReceipts => {
    return { ...one, source: 'table', records: byTime[index] ?? [] };
  });
  return [...found, ...fromTable];
}

/** Undefined when the whole batch was consumed. */
async function findReasonToKeep(
  { consume }: RedriveParts,
  { batch, source, records }: FailedReceipts,
): Promise<string | undefined> {
  if (source === 'table' && records.length < batch.batchSize) {
    return `only ${records.length} of ${batch.batchSize} receipts that left the stream were found`;
  }
  for (let start = 0; start < records.length; start += BATCH_SIZE) {
    const part = records.slice(start, start + BATCH_SIZE);
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
