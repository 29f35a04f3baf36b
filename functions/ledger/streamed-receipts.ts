// Receipts as the stream of their table brings them: what happened, without the payloads.
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './items.ts';
import { text } from './stored.ts';

export interface StreamedEvent {
  readonly tenant: string;
  readonly type: string;
  readonly aggregateId: string;
}

/** The events of a new receipt; none of what is no new receipt. */
export function streamedEvents({ dynamodb }: DynamoDBRecord): StreamedEvent[] {
  const { PK, events } = (dynamodb?.NewImage ?? {}) as Record<string, AttributeValue>;
  if (!PK || !events) return [];
  const receipt = unmarshall({ PK, events }) as Item;
  const [, tenant = ''] = receipt.PK.split('#');
  return (receipt['events'] as Item[]).map((event) => {
    return { tenant, type: text(event, 'type'), aggregateId: text(event, 'aggregate') };
  });
}
