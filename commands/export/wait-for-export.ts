// Requests an export and waits for its end, through the API.
import { setTimeout as sleep } from 'node:timers/promises';
import { requireData } from '../../client/client.ts';
import type { Batch, RequestRegulatoryExport, WorkbenchClient } from '../../client/client.ts';

const PAUSE_MS = 500;

/** Requests the export and returns its receipt; repeated with the same key, it returns the same export. */
export async function requestExport(
  client: WorkbenchClient,
  body: RequestRegulatoryExport,
  key: string,
): Promise<Batch> {
  const params = { header: { 'Idempotency-Key': key } };
  return requireData(client.POST('/api/regulatory-exports', { body, params }));
}

/** Returns the receipt once the export is COMPLETED or FAILED. */
export async function waitForExport(
  client: WorkbenchClient,
  batchId: string,
  onProgress: (text: string) => void,
): Promise<Batch> {
  const params = { path: { batchId } };
  for (;;) {
    const batch = await requireData(client.GET('/api/legacy-batches/{batchId}', { params }));
    if (batch.status === 'COMPLETED' || batch.status === 'FAILED') return batch;
    const { processed, total } = batch.progress;
    onProgress(`${batch.status}: ${processed}${total === undefined ? '' : ` of ${total}`} entries`);
    await sleep(PAUSE_MS);
  }
}
