// Applies a stream batch to the projections: applies its events to every generation that is currently
// written, then updates the status of each tenant.
import { READ_MODEL_NAMES } from '../domain/projections/projector.ts';
import type { ReadModelName } from '../domain/projections/projector.ts';
import type { ReceiptEvents } from '../ledger/commit/receipt-feed.ts';
import { RetryableError } from '../ledger/store/retries.ts';
import { readControl, listWrittenGenerations } from '../ledger/projections/generations.ts';
import { readStatus, writeStatus } from '../ledger/projections/status.ts';
import type { Store } from '../ledger/store/store.ts';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import { applyReceipts } from './apply-receipts.ts';
import type { FailedEvent, GenerationTargets } from './apply-receipts.ts';
import { toStreamReceipt, nameReceipt, listUnreadableReceipts } from './stream-receipt.ts';
import type { StreamReceipt } from './stream-receipt.ts';
import { advanceStatus } from './status-changes.ts';

const STATUS_ATTEMPTS_MAX = 10;

export interface ProjectionBatchResult {
  /** The records that must be delivered again, with the reason. */
  readonly lost: ReadonlyMap<ReceiptRecord, unknown>;
  readonly failed: readonly FailedEvent[];
  /** The times of the events, in milliseconds. */
  readonly times: readonly number[];
}

/**
 * Applies the records. Throws if a status could not be written: then the whole batch is delivered
 * again.
 */
export async function projectStreamBatch(
  store: Store,
  records: readonly ReceiptRecord[],
): Promise<ProjectionBatchResult> {
  const incoming = records.map(toStreamReceipt);
  const receipts = records.flatMap(({ receipt }) => receipt ?? []);
  const { audit_events = [], versions = [], ...projections } = await readTargets(store);
  const failed = [
    ...(await applyReceipts(store, receipts, projections)),
    ...(await writeListed(store, receipts, { audit_events })),
    ...(await writeListed(store, receipts, { versions })),
    ...listUnreadableReceipts(incoming),
  ];
  const tenants = [...new Set(incoming.map(({ tenant }) => tenant))];
  await Promise.all(tenants.map((tenant) => advanceTenantStatus(store, tenant, incoming, failed)));
  const errors = new Map(failed.map(({ event, error }) => [event, error]));
  const lost = incoming.flatMap(({ record, events }) => {
    const event = events.find((one) => errors.has(one));
    return event ? [[record, errors.get(event)] as const] : [];
  });
  const times = incoming.flatMap(({ events }) => events.map((one) => Date.parse(one.occurredAt)));
  return { lost: new Map(lost), failed, times };
}

/**
 * Writes a read model of which each receipt has its own items. What the store does not take counts as failed, so that
 * it is listed and delivered again; the batch as a whole would go to the queue unlisted.
 */
async function writeListed(
  store: Store,
  receipts: readonly ReceiptEvents[],
  target: GenerationTargets,
): Promise<FailedEvent[]> {
  const [projection] = Object.keys(target) as ReadModelName[];
  try {
    return await applyReceipts(store, receipts, target);
  } catch (error) {
    // A receipt without events cannot be listed.
    const areAllListed = receipts.every(({ events }) => events.length > 0);
    if (!(error instanceof RetryableError) || !areAllListed || !projection) throw error;
    return receipts.flatMap(({ tenant, events }) =>
      events.map((event) => ({ tenant, projection, event, error })),
    );
  }
}

// Read only after the batch has arrived: a rebuild that starts later finds the whole batch in the
// table.
async function readTargets(store: Store): Promise<GenerationTargets> {
  const { projections } = await readControl(store);
  return Object.fromEntries(
    READ_MODEL_NAMES.map((name) => [name, listWrittenGenerations(projections[name])]),
  );
}

async function advanceTenantStatus(
  store: Store,
  tenant: string,
  incoming: readonly StreamReceipt[],
  failed: readonly FailedEvent[],
): Promise<void> {
  const own = incoming.filter((one) => one.tenant === tenant);
  const events = own.flatMap((one) => one.events);
  const tried = {
    events,
    names: [...own.map(nameReceipt), ...events.map(({ id }) => id)],
    failed: failed.filter((one) => one.tenant === tenant),
  };
  for (let count = 1; ; count += 1) {
    try {
      const status = await readStatus(store, tenant);
      return await writeStatus(store, tenant, advanceStatus(status, tried, new Date()));
    } catch (error) {
      if (!(error instanceof RetryableError) || count === STATUS_ATTEMPTS_MAX) throw error;
    }
  }
}
