// Begins an import: its file is there, and is the one that was declared.
import { places } from '../../artifacts/locations.ts';
import { openVault } from '../../artifacts/object-lock-bucket.ts';
import { keptImport } from '../../domain/imports/legacy-imports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { vaultEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import type { BatchInput } from '../../runtime/task.ts';
import { begin } from '../change-batch.ts';
import type { ImportWork } from './import-work.ts';
import { receiveFile } from './receive-file.ts';
import { beginningAt } from './rows/slice.ts';

const vault = openVault(vaultEnvironment());

export const handler = task<BatchInput, ImportWork>('receiveLegacyImport', async (work) => {
  const { tenant, batchId } = work.input;
  await begin(work);
  const kept = keptImport(await readBatch(work.session, batchId));
  const key = places.upload(tenant, batchId);
  const { markBytes, ...file } = await receiveFile(vault, key, kept);
  return { tenant, batchId, file, checkpoint: beginningAt(markBytes), slices: 0, isLast: false };
});
