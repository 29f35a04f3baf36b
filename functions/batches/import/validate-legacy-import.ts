// Validates one slice of an import, and is called again until the file is at its end.
import { writeWork } from '../../artifacts/objects.ts';
import { places } from '../../artifacts/locations.ts';
import { readObject } from '../../artifacts/read-object.ts';
import { openVault } from '../../artifacts/object-lock-bucket.ts';
import { keptImport, recordsOf } from '../../domain/imports/legacy-imports.ts';
import type { KeptImport } from '../../domain/imports/legacy-imports.ts';
import { reportProgress } from '../../ledger/batches/progress.ts';
import { readBatch } from '../../ledger/batches/reads.ts';
import { readSchemaVersion } from '../../ledger/schemas/reads.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { vaultEnvironment } from '../../runtime/environment.ts';
import { task } from '../../runtime/task.ts';
import { linesFile, reportFile } from './import-work.ts';
import type { ImportWork } from './import-work.ts';
import { validateSlice } from './rows/slice.ts';
import type { FileForm } from './rows/slice.ts';

const vault = openVault(vaultEnvironment());

export const handler = task<ImportWork, ImportWork>(
  'validateLegacyImport',
  async ({ input, session }) => {
    const { tenant, batchId, file, checkpoint: before, slices } = input;
    const form = await formOf(session, keptImport(await readBatch(session, batchId)), file);
    const pieces = readObject(vault, {
      key: places.upload(tenant, batchId),
      versionId: file.versionId,
      start: before.offset,
      end: file.sizeBytes - 1,
    });
    const { checkpoint, isLast, lines, report } = await validateSlice(pieces, form, before);
    await writeWork(vault, linesFile(input, slices), lines);
    await writeWork(vault, reportFile(input, slices), report);
    const done = { processed: checkpoint.rows, rejected: checkpoint.rejectedRows };
    await reportProgress(session, batchId, { part: 'rows', done });
    return { ...input, checkpoint, slices: slices + 1, isLast };
  },
);

// A schema that is published meanwhile does not change what the file is held against.
async function formOf(
  session: Session,
  kept: KeptImport,
  { encoding }: ImportWork['file'],
): Promise<FileForm> {
  const { schema_id: id, schema_version: version, options } = kept;
  const schema =
    id === undefined || version === undefined
      ? undefined
      : await readSchemaVersion(session, id, version);
  return { mediaType: kept.file.media_type, encoding, options, type: recordsOf(kept, schema) };
}
