// Marks an import as COMPLETED, with its report; adds the accounts of a chart before.
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import type { Completion } from '../../domain/batches/batches.ts';
import { CHART_RECORDS } from '../../domain/imports/chart-records.ts';
import { readImportRequest } from '../../domain/imports/legacy-imports.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { recordBatchCompletion } from '../batch-transitions.ts';
import { defineChart, readChartFile, requireChartApproval } from './chart-import.ts';
import { readFileFormat } from './file-format.ts';
import type { ImportWork } from './import-work.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

type CompletedWork = ImportWork & { readonly completion: Completion };

export const handler = task<CompletedWork, object>('completeLegacyImport', async (work) => {
  const { input, session, once } = work;
  const { batchId, checkpoint, file } = input;
  const batch = await readBatch(session, batchId);
  const stored = readImportRequest(batch);
  // A chart with a fault in it changes nothing.
  if (stored.record_type === CHART_RECORDS && checkpoint.rejections === 0) {
    const format = await readFileFormat(session, stored, file);
    const chart = await readChartFile({ bucket, session, work: input, format });
    if (chart) {
      await requireChartApproval(session, batch, chart);
      await defineChart(chart, { batchId, actor: batch.requestedBy, once });
    }
  }
  await recordBatchCompletion(work, input.completion);
  return {};
});
