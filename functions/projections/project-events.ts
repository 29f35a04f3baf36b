// The Lambda function that keeps the projections up to date.
import { openStore } from '../ledger/store/store.ts';
import { readLedgerEnvironment } from '../runtime/environment.ts';
import { buildStreamHandler } from '../runtime/stream-consumer.ts';
import { recordBatch, recordUnapplied } from '../runtime/telemetry.ts';
import { projectStreamBatch } from './project-stream-batch.ts';
import type { ProjectionBatchResult } from './project-stream-batch.ts';

const CONSUMER = 'projections';

const store = openStore(readLedgerEnvironment());

export const handler = buildStreamHandler(CONSUMER, async (records, until) => {
  const projection = await projectStreamBatch({ ...store, deadline: until }, records);
  reportProjection(projection);
  return projection.lost;
});

function reportProjection({ failed, times }: ProjectionBatchResult): void {
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
