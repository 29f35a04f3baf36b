// Asks whether the file of an import has arrived, and when to ask again. Nobody has to tell that it
// has: a batch can wait too long, but not for ever.
import { describe } from '../../artifacts/objects.ts';
import { places } from '../../artifacts/locations.ts';
import { openVault } from '../../artifacts/object-lock-bucket.ts';
import { uploadEnd } from '../../domain/imports/legacy-imports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { vaultEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { BatchFailure } from '../batch-failure.ts';

const vault = openVault(vaultEnvironment());

/** An upload that began in time may end a little later. */
const GRACE_MS = 5 * 60_000;
const PAUSE_SECONDS_MAX = 60;

interface Awaited extends BatchInput {
  readonly isThere: boolean;
  readonly waitSeconds: number;
}

export const handler = task<BatchInput, Awaited>(
  'awaitLegacyImport',
  async ({ input: { tenant, batchId }, session }) => {
    if (await describe(vault, places.upload(tenant, batchId))) {
      return { tenant, batchId, isThere: true, waitSeconds: 0 };
    }
    const batch = await readBatch(session, batchId);
    const [now, end] = [Date.now(), uploadEnd(batch)];
    if (now > end.getTime() + GRACE_MS) {
      throw new BatchFailure(`No file was uploaded until ${end.toISOString()}.`);
    }
    // Those who are slow can wait longer for us, too.
    const age = (now - Date.parse(batch.createdAt)) / 1_000;
    const waitSeconds = Math.min(PAUSE_SECONDS_MAX, Math.max(1, Math.ceil(age / 8)));
    return { tenant, batchId, isThere: false, waitSeconds };
  },
);
