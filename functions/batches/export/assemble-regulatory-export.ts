// Combines the slices of an export into its artifact.
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Completion } from '../../domain/batches/batches.ts';
import { readExportFormat } from '../../domain/batches/regulatory-exports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { assembleExport } from './assemble-export.ts';
import type { ExportPeriod } from './export-input.ts';
import { nameOperators } from '../named-operators.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = task<ExportPeriod & { plan: { count: number } }, Completion>(
  'assembleRegulatoryExport',
  async ({ input, session }) => {
    const batch = await readBatch(session, input.batchId);
    const format = readExportFormat(batch);
    return assembleExport({
      bucket,
      batch,
      period: input,
      format,
      slices: input.plan.count,
      nameOperators: (ids) => nameOperators(session, ids),
    });
  },
);
