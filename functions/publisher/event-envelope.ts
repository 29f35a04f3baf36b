// An event as subscribers get it. docs/events.md describes it; schemas/events its payloads.
import type { DomainEvent } from '../domain/projections/projector.ts';
import type { ReceiptEvents } from '../ledger/commit/receipt-feed.ts';

export interface EventEnvelope {
  /** The same each time that the event is delivered. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly tenant_id: string;
  readonly aggregate_id: string;
  readonly actor: string;
  readonly correlation_id: string;
  readonly occurred_at: string;
  /** Absent when it is larger than the bus takes: then it is read from the API. */
  readonly payload?: unknown;
  readonly payload_omitted?: true;
}

/** The bus takes 256 KB at a time; what an entry has beside its detail is far below the rest. */
export const ENTRY_BYTES_MAX = 250_000;

/** The event as JSON text that the bus takes. */
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
