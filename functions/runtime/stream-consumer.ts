// A consumer of the receipts' stream: records in, the failed ones named, so that only they and what
// is behind them come again. Whatever order the stream has, every record of a batch is tried.
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { PartialItemFailureResponse } from '@aws-lambda-powertools/batch/types';
import type { Context, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { untilFor } from '../ledger/contention.ts';
import type { Until } from '../ledger/store.ts';
import { streamedEvents } from '../ledger/receipt-feed.ts';
import type { ReceiptEvents } from '../ledger/receipt-feed.ts';
import { recordUnreadable, silentBatchLogger } from './telemetry.ts';

/** A receipt as the stream brought it. */
export interface Delivery {
  /** The record's place in the stream. */
  readonly place: string;
  /** Of the receipt. */
  readonly partition: string;
  readonly arrivedAt: Date;
  /** Undefined when it could not be read: the error says why. */
  readonly receipt: ReceiptEvents | undefined;
  readonly error?: unknown;
}

/** Answers the errors of those deliveries that failed. Throws to have the whole batch again. */
type Consume = (
  deliveries: readonly Delivery[],
  until: Until,
) => Promise<ReadonlyMap<Delivery, unknown>>;

type Handler = (
  event: DynamoDBStreamEvent,
  context: Context,
) => Promise<PartialItemFailureResponse>;

/** Makes the Lambda handler of a consumer; `name` is for its log. */
export function streamConsumer(name: string, consume: Consume): Handler {
  return async (event, context) => {
    const received = event.Records.map((record) => [record, deliveryOf(record, name)] as const);
    const deliveries = new Map(received.flatMap(([record, one]) => (one ? [[record, one]] : [])));
    const until = untilFor(context.getRemainingTimeInMillis());
    const failed = await consume([...deliveries.values()], until);
    const settle = async (record: DynamoDBRecord) => {
      const delivery = deliveries.get(record);
      if (!delivery) return;
      if (delivery.receipt === undefined) throw asError(delivery.error);
      if (failed.has(delivery)) throw asError(failed.get(delivery));
    };
    const processor = new BatchProcessor(EventType.DynamoDBStreams, { logger: silentBatchLogger });
    // A batch in which all failed is no crash: the mapping must not split it for that.
    const options = { context, throwOnFullBatchFailure: false };
    return processPartialResponse(event, settle, processor, options);
  };
}

// A receipt is put once. Anything else that may come from the table is none of the consumers' business.
function deliveryOf({ dynamodb }: DynamoDBRecord, name: string): Delivery | undefined {
  const image = dynamodb?.NewImage;
  if (!image) return undefined;
  const head = {
    place: dynamodb.SequenceNumber ?? '',
    partition: String(dynamodb.Keys?.['PK']?.S),
    arrivedAt: new Date((dynamodb.ApproximateCreationDateTime ?? 0) * 1_000),
  };
  try {
    return { ...head, receipt: streamedEvents(image) };
  } catch (error) {
    recordUnreadable(name, head.partition, asError(error));
    return { ...head, receipt: undefined, error };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
