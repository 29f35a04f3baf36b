// An event as subscribers receive it. docs/events.md describes it; schemas/events its payloads.
import type { DomainEvent } from '../domain/projections/projector.ts';
import type { ReceiptEvents } from '../ledger/commit/receipt-feed.ts';

export interface EventEnvelope {
  /** The same for each delivery of the event. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly tenant_id: string;
  readonly aggregate_id: string;
  readonly actor: string;
  readonly correlation_id: string;
  readonly occurred_at: string;
  /** Absent when it is too large for the bus: subscribers then read it from the API. */
  readonly payload?: unknown;
  readonly payload_omitted?: true;
}

/** The bus takes 256 KB a call; the other members of an entry take far less than the difference. */
export const ENTRY_BYTES_MAX = 250_000;

/** Formats the event as the JSON text for the bus. */
export function formatEnvelope(receipt: ReceiptEvents, event: DomainEvent): string {
  const { payload, ...head } = buildEnvelope(receipt, event);
  const text = JSON.stringify({ ...head, payload });
  if (Buffer.byteLength(text) <= ENTRY_BYTES_MAX) return text;
  return JSON.stringify({ ...head, payload_omitted: true } satisfies EventEnvelope);
}

function buildEnvelope(receipt: ReceiptEvents, event: DomainEvent): EventEnvelope {
  return {
    id: event.id,
    type: event.type,
    version: event.version,
    tenant_id: receipt.tenant,
    aggregate_id: event.aggregateId,
    actor: receipt.actor,
    correlation_id: receipt.correlationId,
    occurred_at: event.occurredAt,
    payload: event.payload,
  };
}
