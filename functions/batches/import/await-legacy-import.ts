// Asks whether the file of an import has arrived, and when to ask again. Nobody has to tell that it
// has: a batch can wait too long, but not for ever.
import { describeObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { computeUploadEnd } from '../../domain/imports/legacy-imports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { BatchFailure } from '../batch-failure.ts';

const vault = openObjectLockBucket(objectLockEnvironment());

/** An upload that began in time may end a little later. */
const GRACE_MS = 5 * 60_000;
const PAUSE_SECONDS_MAX = 60;

interface UploadStatus extends BatchInput {
  readonly isThere: boolean;
  readonly waitSeconds: number;
}

export const handler = task<BatchInput, UploadStatus>(
  'awaitLegacyImport',
  async ({ input: { tenant, batchId }, session }) => {
    if (await describeObject(vault, objectKeys.upload(tenant, batchId))) {
      return { tenant, batchId, isThere: true, waitSeconds: 0 };
    }
    const batch = await readBatch(session, batchId);
    const [now, end] = [Date.now(), computeUploadEnd(batch)];
    if (now > end.getTime() + GRACE_MS) {
      throw new BatchFailure(`No file was uploaded until ${end.toISOString()}.`);
    }
    // Those who are slow can wait longer for us, too.
    const age = (now - Date.parse(batch.createdAt)) / 1_000;
    const waitSeconds = Math.min(PAUSE_SECONDS_MAX, Math.max(1, Math.ceil(age / 8)));
    return { tenant, batchId, isThere: false, waitSeconds };
  },
);
