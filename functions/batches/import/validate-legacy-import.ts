// Validates one slice of an import; the state machine calls it again until the end of the file.
import { writeWorkObject } from '../../artifacts/objects.ts';
import { objectKeys } from '../../artifacts/locations.ts';
import { readObject } from '../../artifacts/read-object.ts';
import { openObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import { readImportRequest, resolveRecordType } from '../../domain/imports/legacy-imports.ts';
import type { StoredImportRequest } from '../../domain/imports/legacy-imports.ts';
import { reportProgress } from '../../ledger/batches/progress.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { readSchemaVersion } from '../../ledger/schemas/reads.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { objectLockEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { acceptedLinesKey, reportLinesKey } from './import-work.ts';
import type { ImportWork } from './import-work.ts';
import { validateSlice } from './rows/slice-validation.ts';
import type { ImportFileFormat } from './rows/slice-validation.ts';

const bucket = openObjectLockBucket(objectLockEnvironment());

export const handler = task<ImportWork, ImportWork>(
  'validateLegacyImport',
  async ({ input, session }) => {
    const { tenant, batchId, file, checkpoint: before, slices } = input;
    const form = await readFileFormat(
      session,
      readImportRequest(await readBatch(session, batchId)),
      file,
    );
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

// Use the schema version of the submission, even if a newer one has been published since.
async function readFileFormat(
  session: Session,
  stored: StoredImportRequest,
  { encoding }: ImportWork['file'],
): Promise<ImportFileFormat> {
  const { schema_id: id, schema_version: version, options } = stored;
  const schema =
    id === undefined || version === undefined
      ? undefined
      : await readSchemaVersion(session, id, version);
  return {
    mediaType: stored.file.media_type,
    encoding,
    options,
    type: resolveRecordType(stored, schema),
  };
}
