// What a queue learns of a batch that was given up: where it stands in the stream, not its records.
import { randomUUID } from 'node:crypto';
import type { GivenUp } from './delivery.ts';
import type { MappingSettings } from './mapping-settings.ts';
import type { Placed } from './stream-reader.ts';

export function failureMessage(settings: MappingSettings, failed: GivenUp): object {
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
      approximateArrivalOfFirstRecord: arrival(first),
      approximateArrivalOfLastRecord: arrival(last),
      batchSize: batch.length,
      streamArn: settings.streamArn,
    },
  };
}

function arrival(placed: Placed | undefined): string {
  const seconds = placed?.record.dynamodb.ApproximateCreationDateTime ?? 0;
  return new Date(seconds * 1_000).toISOString();
}
