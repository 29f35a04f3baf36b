// Reads a failed batch again from the stream, which keeps its records for a day.
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
import { toReceiptRecord } from '../../functions/runtime/receipt-record.ts';
import type { ReceiptRecord } from '../../functions/runtime/receipt-record.ts';
import { buildStreamRecord } from '../../local/streams/stream-record.ts';
import type { FailedBatch } from './failure-queue.ts';

/** The number of empty pages after which a batch counts as expired. */
const EMPTY_PAGES_MAX = 100;

/** Finds the current stream of the receipts table. */
export async function findReceiptStream({ documents, receiptsTable }: Store): Promise<string> {
  const command = new DescribeTableCommand({ TableName: receiptsTable });
  const { Table: table } = await documents.send(command);
  if (table?.LatestStreamArn !== undefined) return table.LatestStreamArn;
  throw new Error(`${receiptsTable} has no stream.`);
}

/** Returns the records of the batch; undefined when some of them have left the stream. */
export async function rereadStream(
  streams: DynamoDBStreamsClient,
  streamArn: string,
  batch: FailedBatch,
): Promise<ReceiptRecord[] | undefined> {
  try {
    const records = await readRecords(streams, streamArn, batch);
    return records?.flatMap((record) => toReceiptRecord(record) ?? []);
  } catch (error) {
    if (isTrimmed(error)) return undefined;
    throw error;
  }
}

async function readRecords(
  streams: DynamoDBStreamsClient,
  streamArn: string,
  { shardId, startSequenceNumber: start, endSequenceNumber: end }: FailedBatch,
): Promise<DynamoDBRecord[] | undefined> {
  const position = { StreamArn: streamArn, ShardId: shardId, SequenceNumber: start };
  const open = new GetShardIteratorCommand({
    ...position,
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
  });
  let { ShardIterator: iterator } = await streams.send(open);
  const found: DynamoDBRecord[] = [];
  for (let empty = 0; iterator !== undefined && empty < EMPTY_PAGES_MAX;) {
    const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
    const records = (page.Records ?? []).map((one) => buildStreamRecord(one, streamArn, ''));
    empty = records.length === 0 ? empty + 1 : 0;
    found.push(...(records.filter(buildEndTest(end)) as DynamoDBRecord[]));
    if (found.length > 0 && readSequenceNumber(found[0]) !== BigInt(start)) return undefined;
    if (records.some((record) => readSequenceNumber(record) >= BigInt(end))) return found;
    iterator = page.NextShardIterator;
  }
  return undefined;
}

function buildEndTest(end: string): (record: Parameters<typeof readSequenceNumber>[0]) => boolean {
  return (record) => readSequenceNumber(record) <= BigInt(end);
}

function readSequenceNumber(record: Pick<DynamoDBRecord, 'dynamodb'> | undefined): bigint {
  return BigInt(record?.dynamodb?.SequenceNumber ?? '0');
}

function isTrimmed(error: unknown): boolean {
  return error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException;
}
