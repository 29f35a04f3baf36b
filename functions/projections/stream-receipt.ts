// A batch of the stream, by what it means to the projections.
import { PROJECTION_NAMES } from '../domain/projections/projector.ts';
import type { DomainEvent } from '../domain/projections/projector.ts';
import { readKeyTenant } from '../ledger/store/keys.ts';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import type { FailedEvent } from './apply-receipts.ts';

export interface StreamReceipt {
  readonly delivery: ReceiptRecord;
  readonly tenant: string;
  readonly events: readonly DomainEvent[];
}

// A receipt that cannot be read is one event of unknown kind, which every projection misses.
export function toStreamReceipt(delivery: ReceiptRecord): StreamReceipt {
  const tenant = readKeyTenant(delivery.partition);
  const { receipt } = delivery;
  return { delivery, tenant, events: receipt?.events ?? [buildUnreadableEvent(delivery)] };
}

/** The failures of those that cannot be read. */
export function listUnreadableReceipts(incoming: readonly StreamReceipt[]): FailedEvent[] {
  return incoming
    .filter(({ delivery }) => delivery.receipt === undefined)
    .flatMap(({ tenant, events, delivery: { error } }) =>
      events.flatMap((event) =>
        PROJECTION_NAMES.map((projection) => ({ tenant, projection, event, error })),
      ),
    );
}

/** What a failing receipt is listed under, until it can be read. */
export function nameReceipt({ delivery }: StreamReceipt): string {
  return formatReceiptName(delivery);
}

function formatReceiptName({ partition }: ReceiptRecord): string {
  return `receipt:${partition}`;
}

function buildUnreadableEvent(delivery: ReceiptRecord): DomainEvent {
  const { partition, arrivedAt } = delivery;
  return {
    id: formatReceiptName(delivery),
    type: 'unreadable',
    aggregateId: partition,
    version: 0,
    occurredAt: arrivedAt.toISOString(),
    payload: undefined,
  };
}
