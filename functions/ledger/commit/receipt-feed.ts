// The events of receipts, read from the records of the table's stream or, for a rebuild, from the
// table.
import { hash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DomainEvent } from '../../domain/projections/projector.ts';
import type { Item } from '../store/item.ts';
import { fromAttributes } from '../store/store.ts';
import type { Key } from '../store/keys.ts';
import { keys, readKeyTenant } from '../store/keys.ts';
import { readStoredEvents } from './receipt-events.ts';
import { readText } from '../store/attributes.ts';

/** The events of a mutation, the actor that caused them, and how. */
export interface ReceiptEvents {
  readonly tenant: string;
  readonly actor: string;
  readonly operation: string;
  readonly idempotencyKey: string;
  /** Identifies the receipt without its Idempotency-Key, which belongs to the caller. */
  readonly receiptId: string;
  readonly occurredAt: string;
  readonly correlationId: string;
  readonly events: readonly DomainEvent[];
}

/** The item in a stream record, with binary values as base64 text. */
export type StreamImage = Readonly<Record<string, unknown>>;

/** The events of a receipt from the stream; throws when the image is not a receipt. */
export function readStreamedEvents(image: StreamImage): ReceiptEvents {
  return readReceiptEvents(fromAttributes(reviveBinaries(image) as Record<string, AttributeValue>));
}

/** The events of a receipt from the table. */
export function readReceiptEvents(receipt: Item): ReceiptEvents {
  const occurredAt = readText(receipt, 'at');
  const tenant = readKeyTenant(receipt.PK);
  return {
    tenant,
    idempotencyKey: receipt.PK.slice(keys.receipt(tenant, '').PK.length),
    actor: readText(receipt, 'actor'),
    operation: readText(receipt, 'operation'),
    receiptId: computeReceiptId(receipt),
    occurredAt,
    correlationId: readText(receipt, 'correlation_id'),
    events: readStoredEvents(receipt).map((event) => ({ ...event, occurredAt })),
  };
}

const HEX_DIGITS = 32;

/**
 * The id of the receipt with this key. The key has the tenant and the Idempotency-Key; its digest is as unique
 * and shows neither.
 */
export function computeReceiptId({ PK }: Key): string {
  return `rcp_${hash('sha256', PK, 'hex').slice(0, HEX_DIGITS)}`;
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
