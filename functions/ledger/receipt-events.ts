// The events of a receipt. A payload that stands in the answer is only pointed at, so that it is
// stored once; one that does not is kept with its event, deflated (docs/adr/402).
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from './items.ts';

interface EventHead {
  readonly type: string;
  readonly aggregateId: string;
  /** The aggregate's version, for consumers that apply only what is newer. */
  readonly version: number;
}

/** An event whose payload is part of the answer, at a JSON pointer, or is given here. */
export type EventDraft = EventHead &
  ({ readonly payloadAt: string } | { readonly payload: object });

export type Event = EventDraft & { readonly id: string };

/** An event as a member of its receipt. */
export function eventMember(event: Event) {
  const { id, type, aggregateId, version } = event;
  return {
    id,
    type,
    aggregate: aggregateId,
    version: BigInt(version),
    ...('payload' in event
      ? { payload: deflateRawSync(JSON.stringify(event.payload)) }
      : { payload_at: event.payloadAt }),
  };
}

/** How many bytes the payloads take that the events carry themselves. */
export function payloadBytes(members: readonly ReturnType<typeof eventMember>[]): number {
  const sizes = members.map((member) => ('payload' in member ? member.payload.byteLength : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export interface StoredEvent extends EventHead {
  readonly id: string;
  readonly payload: unknown;
}

/** The events of a stored receipt with their payloads. */
export function eventsOf(receipt: Item): StoredEvent[] {
  const answer = inflated(receipt['answer']);
  return (receipt['events'] as Item[]).map((event) => ({
    id: String(event['id']),
    type: String(event['type']),
    aggregateId: String(event['aggregate']),
    version: Number(event['version']),
    payload:
      event['payload'] === undefined
        ? at(answer, String(event['payload_at']))
        : inflated(event['payload']),
  }));
}

function inflated(stored: unknown): unknown {
  return JSON.parse(inflateRawSync(stored as Uint8Array).toString('utf8'));
}

// The pointers of our own answers name members and places that need no escape.
function at(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((part, step) => (part as Record<string, unknown>)[step], value);
}
