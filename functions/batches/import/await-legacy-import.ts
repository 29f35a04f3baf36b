// Polls for the file of an import, and returns when to poll again, up to a time limit.
import { describeObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { computeUploadEnd } from '../../domain/imports/legacy-imports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { BatchFailure } from '../batch-failure.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

/** An upload that started in time may end a little later. */
const GRACE_MS = 5 * 60_000;
const PAUSE_SECONDS_MAX = 60;

interface UploadStatus extends BatchInput {
  readonly isThere: boolean;
  readonly waitSeconds: number;
}

export const handler = task<BatchInput, UploadStatus>(
  'awaitLegacyImport',
  async ({ input: { tenant, batchId }, session }) => {
    if (await describeObject(bucket, objectKeys.upload(tenant, batchId))) {
      return { tenant, batchId, isThere: true, waitSeconds: 0 };
    }
    const batch = await readBatch(session, batchId);
    const [now, end] = [Date.now(), computeUploadEnd(batch)];
    if (now > end.getTime() + GRACE_MS) {
      throw new BatchFailure(`No file was uploaded by ${end.toISOString()}.`);
    }
    // Poll less often the longer the upload takes.
    const age = (now - Date.parse(batch.createdAt)) / 1_000;
    const waitSeconds = Math.min(PAUSE_SECONDS_MAX, Math.max(1, Math.ceil(age / 8)));
    return { tenant, batchId, isThere: false, waitSeconds };
  },
);
