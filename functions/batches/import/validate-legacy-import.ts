// Validates one slice of an import; the state machine calls it again until the end of the file.
import { writeWorkObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { readObject } from '../../artifacts/read-object.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { CHART_RECORDS } from '../../domain/imports/chart-records.ts';
import { readImportRequest } from '../../domain/imports/legacy-imports.ts';
import { reportProgress } from '../../ledger/batches/progress.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { checkChart } from './chart-import.ts';
import { readFileFormat } from './file-format.ts';
import { acceptedLinesKey, reportLinesKey } from './import-work.ts';
import type { ImportWork } from './import-work.ts';
import { validateSlice } from './rows/slice-validation.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = task<ImportWork, ImportWork>(
  'validateLegacyImport',
  async ({ input, session }) => {
    const { tenant, batchId, file, checkpoint: before, slices } = input;
    const stored = readImportRequest(await readBatch(session, batchId));
    const read = await readFileFormat(session, stored, file);
    const source = { bucket, session, work: input, format: read };
    const form = stored.record_type === CHART_RECORDS ? await checkChart(source) : read;
    const pieces = readObject(bucket, {
      key: objectKeys.upload(tenant, batchId),
      versionId: file.versionId,
      start: before.offset,
      end: file.sizeBytes - 1,
    });
    const { checkpoint, isLast, lines, report } = await validateSlice(pieces, form, before);
    await writeWorkObject(bucket, acceptedLinesKey(input, slices), lines);
    await writeWorkObject(bucket, reportLinesKey(input, slices), report);
    const done = { processed: checkpoint.rows, rejected: checkpoint.rejectedRows };
    await reportProgress(session, batchId, { part: 'rows', done });
    return { ...input, checkpoint, slices: slices + 1, isLast };
  },
);
