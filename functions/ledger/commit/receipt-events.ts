// The events of a receipt. A payload that stands in the answer is only pointed at; one that does not
// is kept beside it, deflated with the answer as dictionary: what both tell is stored once.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from '../journal/items.ts';

interface EventHead {
  readonly type: string;
  readonly aggregateId: string;
  /** The aggregate's version, for consumers that apply only what is newer. */
  readonly version: number;
}

/** An event whose payload is part of the answer, at a JSON pointer, or is given here. */
export type EventDraft = EventHead &
  ({ readonly payloadAt: string } | { readonly payload: object });

export type ReceiptEvent = EventDraft & { readonly id: string };

/** The members of a receipt that hold its events. `text` is the answer's. */
export function toEventMembers(events: readonly ReceiptEvent[], text: string) {
  const payloads = events.flatMap((event) => ('payload' in event ? [event.payload] : []));
  return {
    events: events.map((event) => ({
      id: event.id,
      type: event.type,
      aggregate: event.aggregateId,
      version: BigInt(event.version),
      ...('payload' in event
        ? { payload_number: BigInt(payloads.indexOf(event.payload)) }
        : { payload_at: event.payloadAt }),
    })),
    ...(payloads.length > 0 && {
      payloads: deflateRawSync(JSON.stringify(payloads), { dictionary: Buffer.from(text) }),
    }),
  };
}

export interface StoredEvent extends EventHead {
  readonly id: string;
  /** Undefined when there is nothing at its place. */
  readonly payload: unknown;
}

/** The events of a stored receipt with their payloads. */
export function readStoredEvents(receipt: Item): StoredEvent[] {
  const answer = inflateRawSync(receipt['answer'] as Uint8Array);
  const packed = receipt['payloads'] as Uint8Array | undefined;
  const payloads = packed ? parseBuffer(inflateRawSync(packed, { dictionary: answer })) : [];
  return (receipt['events'] as Item[]).map((event) => ({
    id: String(event['id']),
    type: String(event['type']),
    aggregateId: String(event['aggregate']),
    version: Number(event['version']),
    payload:
      event['payload_at'] === undefined
        ? (payloads as unknown[])[Number(event['payload_number'])]
        : readPointer(parseBuffer(answer), String(event['payload_at'])),
  }));
}

function parseBuffer(json: Buffer): unknown {
  return JSON.parse(json.toString('utf8'));
}

// The pointers of our own answers name members and places that need no escape.
function readPointer(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((part: unknown, step) => {
    return typeof part === 'object' && part !== null
      ? (part as Record<string, unknown>)[step]
      : undefined;
  }, value);
}
