// Requests an export and waits for its end, through the API.
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Batch,
  HttpError,
  RequestRegulatoryExport,
  WorkbenchClient,
} from '../../client/client.ts';

const PAUSE_MS = 500;

/** Requests the export and returns its receipt; repeated with the same key, it returns the same export. */
export async function requestExport(
  client: WorkbenchClient,
  body: RequestRegulatoryExport,
  key: string,
): Promise<Batch> {
  const params = { header: { 'Idempotency-Key': key } };
  const { data, error } = await client.POST('/api/regulatory-exports', { body, params });
  if (error) throw toRefusalError(error);
  return data;
}

/** Returns the receipt once the export is COMPLETED or FAILED. */
export async function waitForExport(
  client: WorkbenchClient,
  batchId: string,
  onProgress: (text: string) => void,
): Promise<Batch> {
  const params = { path: { batchId } };
  for (;;) {
    const { data, error } = await client.GET('/api/legacy-batches/{batchId}', { params });
    if (error) throw toRefusalError(error);
    if (data.status === 'COMPLETED' || data.status === 'FAILED') return data;
    const { processed, total } = data.progress;
    onProgress(`${data.status}: ${processed}${total === undefined ? '' : ` of ${total}`} entries`);
    await sleep(PAUSE_MS);
  }
}

function toRefusalError({ statusCode, code, message }: HttpError): Error {
  return new Error(`${statusCode} ${code}: ${[message].flat().join('; ')}`);
}
