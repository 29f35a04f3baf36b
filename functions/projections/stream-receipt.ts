// The records of a stream batch as the projections need them.
import { READ_MODEL_NAMES } from '../domain/projections/projector.ts';
import type { DomainEvent } from '../domain/projections/projector.ts';
import { readKeyTenant } from '../ledger/store/keys.ts';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import type { FailedEvent } from './apply-receipts.ts';

export interface StreamReceipt {
  readonly record: ReceiptRecord;
  readonly tenant: string;
  readonly events: readonly DomainEvent[];
}

// An unreadable receipt counts as one event of unknown type that fails in every projection.
export function toStreamReceipt(record: ReceiptRecord): StreamReceipt {
  const tenant = readKeyTenant(record.partition);
  const { receipt } = record;
  return { record, tenant, events: receipt?.events ?? [buildUnreadableEvent(record)] };
}

/** The failures of the unreadable receipts. */
export function listUnreadableReceipts(incoming: readonly StreamReceipt[]): FailedEvent[] {
  return incoming
    .filter(({ record }) => record.receipt === undefined)
    .flatMap(({ tenant, events, record: { error } }) =>
      events.flatMap((event) =>
        READ_MODEL_NAMES.map((projection) => ({ tenant, projection, event, error })),
      ),
    );
}

/** The name under which an unreadable receipt is listed as failing. */
export function nameReceipt({ record }: StreamReceipt): string {
  return formatReceiptName(record);
}

function formatReceiptName({ partition }: ReceiptRecord): string {
  return `receipt:${partition}`;
}

function buildUnreadableEvent(record: ReceiptRecord): DomainEvent {
  const { partition, arrivedAt } = record;
  return {
    id: formatReceiptName(record),
    type: 'unreadable',
    aggregateId: partition,
    version: 0,
    occurredAt: arrivedAt.toISOString(),
    payload: undefined,
  };
}
