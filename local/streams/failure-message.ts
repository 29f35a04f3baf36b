// The message about an abandoned batch: its position in the stream, not its records.
import { randomUUID } from 'node:crypto';
import type { AbandonedBatch } from './batch-delivery.ts';
import type { MappingSettings } from './mapping-settings.ts';
import type { ShardRecord } from './stream-reader.ts';

export function buildFailureMessage(settings: MappingSettings, failed: AbandonedBatch): object {
  const { condition, batch, invocations, error } = failed;
  const first = batch[0];
  const last = batch.at(-1);
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: settings.functionArn,
      condition,
      approximateInvokeCount: invocations,
    },
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      functionError: error === undefined ? null : 'Unhandled',
    },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: first?.shardId,
      startSequenceNumber: first?.record.dynamodb.SequenceNumber,
      endSequenceNumber: last?.record.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: formatArrival(first),
      approximateArrivalOfLastRecord: formatArrival(last),
      batchSize: batch.length,
      streamArn: settings.streamArn,
    },
  };
}

function formatArrival(placed: ShardRecord | undefined): string {
  const seconds = placed?.record.dynamodb.ApproximateCreationDateTime ?? 0;
  return new Date(seconds * 1_000).toISOString();
}
