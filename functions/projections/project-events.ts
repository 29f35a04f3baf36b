// The Lambda function that keeps the projections up to date.
import { SealedTenants } from '../ledger/evidence/tenants.ts';
import { openStore } from '../ledger/store/store.ts';
import { readLedgerEnvironment } from '../runtime/environment.ts';
import type { ReceiptRecord } from '../runtime/receipt-record.ts';
import { buildStreamHandler } from '../runtime/stream-consumer.ts';
import { recordBatch, recordUnapplied } from '../runtime/telemetry.ts';
import { projectStreamBatch } from './project-stream-batch.ts';
import type { ProjectionBatchResult } from './project-stream-batch.ts';

const CONSUMER = 'projections';

const store = openStore(readLedgerEnvironment());
const sealedTenants = new SealedTenants();

export const handler = buildStreamHandler(CONSUMER, async (records, until) => {
  const projection = await projectStreamBatch({ ...store, deadline: until }, records);
  reportProjection(projection);
  await sealedTenants.add({ ...store, deadline: until }, records.flatMap(listTenants));
  return projection.lost;
});

function listTenants({ receipt }: ReceiptRecord): string[] {
  return receipt ? [receipt.tenant] : [];
}

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
