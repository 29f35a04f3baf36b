// The records of a stream batch as the projections need them.
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

// An unreadable receipt counts as one event of unknown type that fails in every projection.
export function toStreamReceipt(delivery: ReceiptRecord): StreamReceipt {
  const tenant = readKeyTenant(delivery.partition);
  const { receipt } = delivery;
  return { delivery, tenant, events: receipt?.events ?? [buildUnreadableEvent(delivery)] };
}

/** The failures of the unreadable receipts. */
export function listUnreadableReceipts(incoming: readonly StreamReceipt[]): FailedEvent[] {
  return incoming
    .filter(({ delivery }) => delivery.receipt === undefined)
    .flatMap(({ tenant, events, delivery: { error } }) =>
      events.flatMap((event) =>
        PROJECTION_NAMES.map((projection) => ({ tenant, projection, event, error })),
      ),
    );
}

/** The name under which an unreadable receipt is listed as failing. */
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
