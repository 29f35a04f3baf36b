// Reads a failed batch again from the stream, where its records stand for a day.
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Store } from '../../functions/ledger/store/store.ts';
import { deliveryOf } from '../../functions/runtime/stream-batch.ts';
import type { Delivery } from '../../functions/runtime/stream-batch.ts';
import { streamRecord } from '../../local/streams/stream-record.ts';
import type { FailedBatch } from './failure-queue.ts';

/** Pages without a record that are read before a batch counts as gone. */
const EMPTY_PAGES_MAX = 100;

/** The stream that the receipts have now. */
export async function receiptStream({ documents, receiptsTable }: Store): Promise<string> {
  const command = new DescribeTableCommand({ TableName: receiptsTable });
  const { Table: table } = await documents.send(command);
  if (table?.LatestStreamArn !== undefined) return table.LatestStreamArn;
  throw new Error(`${receiptsTable} has no stream.`);
}

/** The deliveries of the batch; undefined when not all of it is in the stream any more. */
export async function readAgain(
  streams: DynamoDBStreamsClient,
  streamArn: string,
  batch: FailedBatch,
): Promise<Delivery[] | undefined> {
  try {
    const records = await recordsOf(streams, streamArn, batch);
    return records?.flatMap((record) => deliveryOf(record) ?? []);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function recordsOf(
  streams: DynamoDBStreamsClient,
  streamArn: string,
  { shardId, startSequenceNumber: start, endSequenceNumber: end }: FailedBatch,
): Promise<DynamoDBRecord[] | undefined> {
  const place = { StreamArn: streamArn, ShardId: shardId, SequenceNumber: start };
  const open = new GetShardIteratorCommand({ ...place, ShardIteratorType: 'AT_SEQUENCE_NUMBER' });
  let { ShardIterator: iterator } = await streams.send(open);
  const found: DynamoDBRecord[] = [];
  for (let empty = 0; iterator !== undefined && empty < EMPTY_PAGES_MAX;) {
    const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
    const records = (page.Records ?? []).map((one) => streamRecord(one, streamArn, ''));
    empty = records.length === 0 ? empty + 1 : 0;
    found.push(...(records.filter(isUpTo(end)) as DynamoDBRecord[]));
    if (found.length > 0 && numberOf(found[0]) !== BigInt(start)) return undefined;
    if (records.some((record) => numberOf(record) >= BigInt(end))) return found;
    iterator = page.NextShardIterator;
  }
  return undefined;
}

function isUpTo(end: string): (record: Parameters<typeof numberOf>[0]) => boolean {
  return (record) => numberOf(record) <= BigInt(end);
}

function numberOf(record: Pick<DynamoDBRecord, 'dynamodb'> | undefined): bigint {
  return BigInt(record?.dynamodb?.SequenceNumber ?? '0');
}

function isGone(error: unknown): boolean {
  return error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException;
}
