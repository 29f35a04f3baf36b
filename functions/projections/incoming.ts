// A batch of the stream, by what it means to the projections.
import { projectionNames } from '../domain/projections/projector.ts';
import type { DomainEvent } from '../domain/projections/projector.ts';
import { tenantOf } from '../ledger/store/keys.ts';
import type { Delivery } from '../runtime/stream-batch.ts';
import type { FailedEvent } from './apply-receipts.ts';

export interface Incoming {
  readonly delivery: Delivery;
  readonly tenant: string;
  readonly events: readonly DomainEvent[];
}

// A receipt that cannot be read is one event of unknown kind, which every projection misses.
export function incomingOf(delivery: Delivery): Incoming {
  const tenant = tenantOf(delivery.partition);
  const { receipt } = delivery;
  return { delivery, tenant, events: receipt?.events ?? [unreadable(delivery)] };
}

/** The failures of those that cannot be read. */
export function unreadableIn(incoming: readonly Incoming[]): FailedEvent[] {
  return incoming
    .filter(({ delivery }) => delivery.receipt === undefined)
    .flatMap(({ tenant, events, delivery: { error } }) =>
      events.flatMap((event) =>
        projectionNames.map((projection) => ({ tenant, projection, event, error })),
      ),
    );
}

/** What a failing receipt is listed under, until it can be read. */
export function receiptName({ delivery }: Incoming): string {
  return nameOf(delivery);
}

function nameOf({ partition }: Delivery): string {
  return `receipt:${partition}`;
}

function unreadable(delivery: Delivery): DomainEvent {
  const { partition, arrivedAt } = delivery;
  return {
    id: nameOf(delivery),
    type: 'unreadable',
    aggregateId: partition,
    version: 0,
    occurredAt: arrivedAt.toISOString(),
    payload: undefined,
  };
}
