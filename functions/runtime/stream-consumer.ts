// A consumer of the receipts' stream. It reports the failed records, so that the stream retries them and
// those behind them only. Every record of a batch is tried, also after a failure.
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { PartialItemFailureResponse } from '@aws-lambda-powertools/batch/types';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { buildDeadline } from '../ledger/store/retries.ts';
import type { Deadline } from '../ledger/store/store.ts';
import { toReceiptRecord } from './receipt-record.ts';
import type { ReceiptRecord } from './receipt-record.ts';
import { recordUnreadable, silentBatchLogger } from './telemetry.ts';

/** Returns the errors of the failed records. Throws to have the whole batch retried. */
type StreamBatchConsumer = (
  receiptRecords: readonly ReceiptRecord[],
  until: Deadline,
) => Promise<ReadonlyMap<ReceiptRecord, unknown>>;

type StreamHandler = (
  event: DynamoDBStreamEvent,
  context: Context,
) => Promise<PartialItemFailureResponse>;

/** Makes the Lambda handler of a consumer; `name` is for its log. */
export function buildStreamHandler(name: string, consume: StreamBatchConsumer): StreamHandler {
  return async (event, context) => {
    const received = event.Records.map((record) => [record, toReceiptRecord(record)] as const);
    const receiptRecords = new Map(
      received.flatMap(([record, one]) => (one ? [[record, one]] : [])),
    );
    for (const { receipt, partition, error } of receiptRecords.values()) {
      if (!receipt) recordUnreadable(name, partition, toError(error));
    }
    const until = buildDeadline(context.getRemainingTimeInMillis());
    const failed = await consume([...receiptRecords.values()], until);
    const settle = async (record: DynamoDBRecord) => {
      const receiptRecord = receiptRecords.get(record);
      if (!receiptRecord) return;
      if (receiptRecord.receipt === undefined) throw toError(receiptRecord.error);
      if (failed.has(receiptRecord)) throw toError(failed.get(receiptRecord));
    };
    const processor = new BatchProcessor(EventType.DynamoDBStreams, { logger: silentBatchLogger });
    // A batch in which all records failed must not throw: the mapping would split it.
    const options = { context, throwOnFullBatchFailure: false };
    return processPartialResponse(event, settle, processor, options);
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
