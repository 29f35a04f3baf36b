// Writes the rows of one slice; the state machine calls it again until the slice is complete.
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readExportFormat, readExportScope } from '../../domain/batches/regulatory-exports.ts';
import type { ExportRequest } from '../../domain/batches/regulatory-exports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { reportProgress } from '../../ledger/batches/progress.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { nameAccounts } from '../account-names.ts';
import type { SliceInput } from './export-input.ts';
import { writeSlice } from './write-slice.ts';

/** Time that a worker reserves for writing its buffers before it stops. */
const RESERVE_MS = 60_000;

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = task<SliceInput, SliceInput & { isDone: boolean }>(
  'writeExportSlice',
  async ({ input, session, remainingMs }) => {
    const batch = await readBatch(session, input.batchId);
    const readScope = readExportScope(batch.request as unknown as ExportRequest);
    const format = readExportFormat(batch);
    const scope = await nameAccounts(bucket, input, { format, scope: readScope });
    const isOver = () => remainingMs() < RESERVE_MS;
    const writing = { store: session.store, bucket, format, scope, isOver };
    const { work, isDone } = await writeSlice(input, writing);
    const done = { processed: work.totals.journal_entries, rejected: 0 };
    await reportProgress(session, input.batchId, { part: `slice-${input.slice.index}`, done });
    return { ...input, work, isDone };
  },
);
