// Divides the journal of an export's period into slices for the workers.
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readExportFormat } from '../../domain/batches/regulatory-exports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { writeAccountNames } from '../account-names.ts';
import type { ExportPeriod } from './export-input.ts';
import { planSlices } from './slices.ts';
import type { ExportSlice } from './slices.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = task<ExportPeriod, { slices: ExportSlice[]; count: number }>(
  'planRegulatoryExport',
  async ({ input, session }) => {
    const { tenant, batchId, from, before } = input;
    const { hasAccountNames } = readExportFormat(await readBatch(session, batchId));
    if (hasAccountNames) await writeAccountNames(session, bucket, input);
    const period = { from: new Date(from), before: new Date(before) };
    const slices = await planSlices(session.store, tenant, period);
    return { slices, count: slices.length };
  },
);
