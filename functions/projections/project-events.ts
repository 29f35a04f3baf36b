// The Lambda that keeps the projections: it applies what the stream brings to every generation that
// is written at present, and then says how far it has come.
import { projectionNames } from '../domain/projections/projector.ts';
import { Contention } from '../ledger/contention.ts';
import { readControl, writtenGenerations } from '../ledger/projection-control.ts';
import { readStatus, writeStatus } from '../ledger/projection-status.ts';
import { openStore } from '../ledger/store.ts';
import type { Store } from '../ledger/store.ts';
import { ledgerEnvironment } from '../runtime/environment.ts';
import { streamConsumer } from '../runtime/stream-consumer.ts';
import { recordBatch, recordUnapplied } from '../runtime/telemetry.ts';
import { applyReceipts } from './apply-receipts.ts';
import type { FailedEvent, Targets } from './apply-receipts.ts';
import { incomingOf, receiptName, unreadableIn } from './incoming.ts';
import type { Incoming } from './incoming.ts';
import { advanced } from './progress.ts';

const CONSUMER = 'projections';
const STATUS_ATTEMPTS_MAX = 10;

const connected = openStore(ledgerEnvironment());

export const handler = streamConsumer(CONSUMER, async (deliveries, until) => {
  const store: Store = { ...connected, until };
  const incoming = deliveries.map(incomingOf);
  const receipts = deliveries.flatMap(({ receipt }) => receipt ?? []);
  const failed = [
    ...(await applyReceipts(store, receipts, await targetsOf(store))),
    ...unreadableIn(incoming),
  ];
  const tenants = [...new Set(incoming.map(({ tenant }) => tenant))];
  await Promise.all(tenants.map((tenant) => advance(store, tenant, incoming, failed)));
  report(incoming, failed);
  const errors = new Map(failed.map(({ event, error }) => [event, error]));
  return new Map(
    incoming.flatMap(({ delivery, events }) => {
      const lost = events.find((event) => errors.has(event));
      return lost ? [[delivery, errors.get(lost)] as const] : [];
    }),
  );
});

// Read when the batch is here: a rebuild that begins later finds all of the batch in the table.
async function targetsOf(store: Store): Promise<Targets> {
  const { projections } = await readControl(store);
  return Object.fromEntries(
    projectionNames.map((name) => [name, writtenGenerations(projections[name])]),
  );
}

async function advance(
  store: Store,
  tenant: string,
  incoming: readonly Incoming[],
  failed: readonly FailedEvent[],
): Promise<void> {
  const own = incoming.filter((one) => one.tenant === tenant);
  const events = own.flatMap((one) => one.events);
  const tried = {
    events,
    names: [...own.map(receiptName), ...events.map(({ id }) => id)],
    failed: failed.filter((one) => one.tenant === tenant),
  };
  for (let count = 1; ; count += 1) {
    try {
      const status = await readStatus(store, tenant);
      return await writeStatus(store, tenant, advanced(status, tried, new Date()));
    } catch (error) {
      if (!(error instanceof Contention) || count === STATUS_ATTEMPTS_MAX) throw error;
    }
  }
}

function report(incoming: readonly Incoming[], failed: readonly FailedEvent[]): void {
  for (const { tenant, projection, event, error } of failed) {
    const { id, type, version, aggregateId } = event;
    const reason = error instanceof Error ? error : new Error(String(error));
    recordUnapplied(CONSUMER, { tenant, projection, id, type, version, aggregateId }, reason);
  }
  const times = incoming.flatMap(({ events }) => events.map((one) => Date.parse(one.occurredAt)));
  recordBatch(CONSUMER, {
    Events: times.length,
    Failed: new Set(failed.map(({ event }) => event)).size,
    LagMilliseconds: Math.max(0, Date.now() - Math.min(Date.now(), ...times)),
  });
}
