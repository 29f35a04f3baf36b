// The events of receipts as their consumers meet them: in records of the table's stream, or in the
// table itself when everything is read again.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DomainEvent } from '../../domain/projections/projector.ts';
import type { Item } from '../journal/items.ts';
import { readKeyTenant } from '../store/keys.ts';
import { readStoredEvents } from './receipt-events.ts';
import { readText } from '../store/attributes.ts';

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
export function readStreamedEvents(image: StreamImage): ReceiptEvents {
  const item = reviveBinaries(image) as Record<string, AttributeValue>;
  return readReceiptEvents(unmarshall(item, { wrapNumbers: (digits) => BigInt(digits) }) as Item);
}

/** The events of a receipt of the table. */
export function readReceiptEvents(receipt: Item): ReceiptEvents {
  const occurredAt = readText(receipt, 'at');
  return {
    tenant: readKeyTenant(receipt.PK),
    actor: readText(receipt, 'actor'),
    correlationId: readText(receipt, 'correlation_id'),
    events: readStoredEvents(receipt).map((event) => ({ ...event, occurredAt })),
  };
}

function reviveBinaries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveBinaries);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [
    name,
    name === 'B' && typeof part === 'string' ? Buffer.from(part, 'base64') : reviveBinaries(part),
  ]);
  return Object.fromEntries(entries) as unknown;
}
