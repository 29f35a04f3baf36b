// The Lambda that keeps the projections up to date.
import { openStore } from '../ledger/store/store.ts';
import { ledgerEnvironment } from '../runtime/environment.ts';
import { streamConsumer } from '../runtime/stream-consumer.ts';
import { recordBatch, recordUnapplied } from '../runtime/telemetry.ts';
import { projectDeliveries } from './project-deliveries.ts';
import type { Projection } from './project-deliveries.ts';

const CONSUMER = 'projections';

const store = openStore(ledgerEnvironment());

export const handler = streamConsumer(CONSUMER, async (deliveries, until) => {
  const projection = await projectDeliveries({ ...store, until }, deliveries);
  report(projection);
  return projection.lost;
});

function report({ failed, times }: Projection): void {
  for (const { tenant, projection, event, error } of failed) {
    const { id, type, version, aggregateId } = event;
    const reason = error instanceof Error ? error : new Error(String(error));
    recordUnapplied(CONSUMER, { tenant, projection, id, type, version, aggregateId }, reason);
  }
  recordBatch(CONSUMER, {
    Events: times.length,
    Failed: new Set(failed.map(({ event }) => event)).size,
    LagMilliseconds: Math.max(0, Date.now() - Math.min(Date.now(), ...times)),
  });
}
