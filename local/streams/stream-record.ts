// A record as Lambda passes it to a function: bytes as base64, times as seconds.
import type { _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';

export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: string;
  readonly eventSource: string;
  readonly eventSourceARN: string;
  readonly eventVersion: string;
  readonly awsRegion: string;
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number;
    readonly SequenceNumber: string;
    readonly [member: string]: unknown;
  };
}

export function buildStreamRecord(record: SdkRecord, arn: string, region: string): StreamRecord {
  const { dynamodb = {} } = record;
  const { ApproximateCreationDateTime: at, SequenceNumber, ...rest } = dynamodb;
  return {
    eventID: record.eventID ?? '',
    eventName: record.eventName ?? '',
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ...(toPlainValue(rest) as object),
      ApproximateCreationDateTime: Math.floor((at?.getTime() ?? Date.now()) / 1_000),
      SequenceNumber: SequenceNumber ?? '',
    },
    eventSourceARN: arn,
  };
}

function toPlainValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toPlainValue(part)]));
}
