// The events of a receipt. A payload that is part of the answer is stored as a JSON pointer into it.
// Any other payload is deflated with the answer as dictionary, so that what they share is stored once.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from '../store/item.ts';

interface EventHead {
  readonly type: string;
  readonly aggregateId: string;
  /** The aggregate's version, for consumers that apply only what is newer. */
  readonly version: number;
}

/** An event whose payload is part of the answer, at a JSON pointer, or is given directly. */
export type EventDraft = EventHead &
  ({ readonly payloadAt: string } | { readonly payload: object });

export type ReceiptEvent = EventDraft & { readonly id: string };

/** The attributes of a receipt that hold its events. `text` is the text of the answer. */
export function toEventMembers(events: readonly ReceiptEvent[], text: string) {
  const payloads = ownPayloads(events);
  const deflated = deflatePayloads(events, text);
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
    ...(deflated && { payloads: deflated }),
  };
}

/**
 * The payloads that are not part of the answer, as a receipt stores them; undefined if there are none.
 */
export function deflatePayloads(events: readonly EventDraft[], text: string): Buffer | undefined {
  const payloads = ownPayloads(events);
  if (payloads.length === 0) return undefined;
  return deflateRawSync(JSON.stringify(payloads), { dictionary: Buffer.from(text) });
}

function ownPayloads(events: readonly EventDraft[]): object[] {
  return events.flatMap((event) => ('payload' in event ? [event.payload] : []));
}

/** The payload of an event whose answer has this body. */
export function readPayload(event: EventDraft, body: unknown): unknown {
  return 'payload' in event ? event.payload : readPointer(body, event.payloadAt);
}

export interface StoredEvent extends EventHead {
  readonly id: string;
  /** Undefined when the pointer leads to nothing. */
  readonly payload: unknown;
}

/** The answer of a stored receipt, and its events with their payloads. */
export interface StoredReceipt {
  readonly answer: unknown;
  readonly events: readonly StoredEvent[];
}

/** The events of a stored receipt with their payloads. */
export function readStoredEvents(receipt: Item): readonly StoredEvent[] {
  return readStoredReceipt(receipt).events;
}

/** The text of the first answer, as it was sent. */
export function readAnswerText(receipt: Item): string {
  return inflateRawSync(receipt['answer'] as Uint8Array).toString('utf8');
}

/** A stored receipt with its parts unpacked. */
export function readStoredReceipt(receipt: Item): StoredReceipt {
  const text = inflateRawSync(receipt['answer'] as Uint8Array);
  const answer = parseBuffer(text);
  const packed = receipt['payloads'] as Uint8Array | undefined;
  const payloads = packed ? parseBuffer(inflateRawSync(packed, { dictionary: text })) : [];
  const events = (receipt['events'] as Item[]).map((event) => ({
    id: String(event['id']),
    type: String(event['type']),
    aggregateId: String(event['aggregate']),
    version: Number(event['version']),
    payload:
      event['payload_at'] === undefined
        ? (payloads as unknown[])[Number(event['payload_number'])]
        : readPointer(answer, String(event['payload_at'])),
  }));
  return { answer, events };
}

function parseBuffer(json: Buffer): unknown {
  return JSON.parse(json.toString('utf8'));
}

// The pointers into answers contain only names and indexes that need no unescaping.
function readPointer(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((part: unknown, step) => {
    return typeof part === 'object' && part !== null
      ? (part as Record<string, unknown>)[step]
      : undefined;
  }, value);
}
