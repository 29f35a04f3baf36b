// Reads a table's stream from the engine, shard by shard, from a given position.
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBStreamsClient, Shard } from '@aws-sdk/client-dynamodb-streams';
import type { MappingSettings } from './mapping-settings.ts';
import { buildStreamRecord } from './stream-record.ts';
import type { StreamRecord } from './stream-record.ts';

/** The position of the last record that was delivered or abandoned. */
export interface StreamPosition {
  readonly shardId: string;
  readonly sequenceNumber: string;
}

export interface ShardRecord {
  readonly record: StreamRecord;
  readonly shardId: string;
}

export interface StreamClients {
  readonly tables: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
}

interface ShardCursor {
  readonly shardId: string;
  readonly iterator: string;
}

/** Finds the ARN of the table's stream in the engine; it changes when the table is created again. */
export async function findStreamArn({ tables }: StreamClients, tableName: string): Promise<string> {
  const { Table: table } = await tables.send(new DescribeTableCommand({ TableName: tableName }));
  if (table?.LatestStreamArn !== undefined) return table.LatestStreamArn;
  throw new Error(`The table ${tableName} has no stream at the DynamoDB engine.`);
}

export class StreamReader {
  readonly #streams: DynamoDBStreamsClient;
  readonly #arn: string;
  readonly #settings: MappingSettings;
  #cursor: ShardCursor | undefined;
  #position: StreamPosition | undefined;

  constructor(
    { streams }: StreamClients,
    arn: string,
    settings: MappingSettings,
    position: StreamPosition | undefined,
  ) {
    this.#streams = streams;
    this.#arn = arn;
    this.#settings = settings;
    this.#position = position;
  }

  /** Returns the next records in order; none when there are no new ones. */
  async read(): Promise<ShardRecord[]> {
    this.#cursor ??= await this.#openFirst();
    if (!this.#cursor) return [];
    const { shardId, iterator } = this.#cursor;
    const output = await this.#readRecords(iterator);
    if (!output) return [];
    const { Records: records = [], NextShardIterator: next } = output;
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) this.#position = { shardId, sequenceNumber: last };
    this.#cursor =
      next === undefined ? await this.#openChild(shardId) : { shardId, iterator: next };
    const region = this.#settings.streamArn.split(':')[3] ?? '';
    return records.map((record) => ({
      record: buildStreamRecord(record, this.#settings.streamArn, region),
      shardId,
    }));
  }

  // An iterator expires after minutes; then a new one starts after the last record read.
  async #readRecords(iterator: string) {
    try {
      return await this.#streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
    } catch (error) {
      if (!isExpired(error)) throw error;
      this.#cursor = undefined;
      return undefined;
    }
  }

  async #openFirst(): Promise<ShardCursor | undefined> {
    const shards = await this.#listShards();
    const position = this.#position;
    const known = shards.find(({ ShardId: id }) => id === position?.shardId);
    if (known && position) return this.#openAfter(position);
    const isLatest = position === undefined && this.#settings.startsAt === 'LATEST';
    const first = isLatest ? shards.at(-1) : shards[0];
    return first && this.#open(String(first.ShardId), isLatest ? 'LATEST' : 'TRIM_HORIZON');
  }

  // Trimmed records are lost, as on AWS.
  async #openAfter({ shardId, sequenceNumber }: StreamPosition): Promise<ShardCursor | undefined> {
    try {
      return await this.#open(shardId, 'AFTER_SEQUENCE_NUMBER', sequenceNumber);
    } catch (error) {
      if (!(error instanceof TrimmedDataAccessException)) throw error;
      return this.#open(shardId, 'TRIM_HORIZON');
    }
  }

  /** Undefined until the closed shard has a child; until then the position leads to the closed shard. */
  async #openChild(closed: string): Promise<ShardCursor | undefined> {
    const shards = await this.#listShards();
    const child = shards.find(({ ParentShardId: parent }) => parent === closed);
    return child && this.#open(String(child.ShardId), 'TRIM_HORIZON');
  }

  async #open(
    shardId: string,
    type: 'TRIM_HORIZON' | 'LATEST' | 'AFTER_SEQUENCE_NUMBER',
    sequenceNumber?: string,
  ): Promise<ShardCursor | undefined> {
    const command = new GetShardIteratorCommand({
      StreamArn: this.#arn,
      ShardId: shardId,
      ShardIteratorType: type,
      SequenceNumber: sequenceNumber,
    });
    const { ShardIterator: iterator } = await this.#streams.send(command);
    return iterator === undefined ? undefined : { shardId, iterator };
  }

  async #listShards(): Promise<Shard[]> {
    const shards: Shard[] = [];
    let start: string | undefined;
    do {
      const command = new DescribeStreamCommand({
        StreamArn: this.#arn,
        ExclusiveStartShardId: start,
      });
      const { StreamDescription: stream } = await this.#streams.send(command);
      shards.push(...(stream?.Shards ?? []));
      start = stream?.LastEvaluatedShardId;
    } while (start !== undefined);
    return shards;
  }
}

function isExpired(error: unknown): boolean {
  return (
    error instanceof ExpiredIteratorException ||
    error instanceof TrimmedDataAccessException ||
    error instanceof ResourceNotFoundException
  );
}
