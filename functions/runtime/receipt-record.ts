// A receipt as a consumer of the stream receives it.
import type { DynamoDBRecord } from 'aws-lambda';
import { readStreamedEvents } from '../ledger/commit/receipt-feed.ts';
import type { ReceiptEvents } from '../ledger/commit/receipt-feed.ts';

export interface ReceiptRecord {
  /** The receipt's partition key. */
  readonly partition: string;
  readonly arrivedAt: Date;
  /** Undefined when it could not be read: the error has the reason. */
  readonly receipt: ReceiptEvents | undefined;
  readonly error?: unknown;
}

// A receipt is put once, so consumers ignore every other change of the table. Its adoption adds what the evidence
// log needs, and its events were published long ago (ADR 107).
export function toReceiptRecord({
  eventName,
  dynamodb,
}: DynamoDBRecord): ReceiptRecord | undefined {
  const image = dynamodb?.NewImage;
  if (!image || eventName === 'MODIFY') return undefined;
  const head = {
    partition: String(dynamodb.Keys?.['PK']?.S),
    arrivedAt: new Date((dynamodb.ApproximateCreationDateTime ?? 0) * 1_000),
  };
  try {
    return { ...head, receipt: readStreamedEvents(image) };
  } catch (error) {
    return { ...head, receipt: undefined, error };
  }
}
