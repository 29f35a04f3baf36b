// The events of receipts as their consumers meet them: in records of the table's stream, or in the
// table itself when everything is read again.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DomainEvent } from '../../domain/projections/projector.ts';
import type { Item } from '../store/item.ts';
import { tenantOf } from '../store/keys.ts';
import { eventsOf } from './receipt-events.ts';
import { text } from '../store/stored.ts';

/** A mutation's events and who caused them. */
export interface ReceiptEvents {
  readonly tenant: string;
  readonly actor: string;
  readonly correlationId: string;
  readonly events: readonly DomainEvent[];
}

/** The item that a stream record carries, whose bytes are base64 text. */
export type StreamImage = Readonly<Record<string, unknown>>;

/** The events of a receipt that came by the stream; throws when it is none of ours. */
export function streamedEvents(image: StreamImage): ReceiptEvents {
  const item = withBytes(image) as Record<string, AttributeValue>;
  return receiptEvents(unmarshall(item, { wrapNumbers: (digits) => BigInt(digits) }) as Item);
}

/** The events of a receipt of the table. */
export function receiptEvents(receipt: Item): ReceiptEvents {
  const occurredAt = text(receipt, 'at');
  return {
    tenant: tenantOf(receipt.PK),
    actor: text(receipt, 'actor'),
    correlationId: text(receipt, 'correlation_id'),
    events: eventsOf(receipt).map((event) => ({ ...event, occurredAt })),
  };
}

function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    name === 'B' && typeof part === 'string' ? Buffer.from(part, 'base64') : withBytes(part),
  ]);
  return Object.fromEntries(entries) as unknown;
}
