// How the file of an import is read.
import { resolveRecordType } from '../../domain/imports/legacy-imports.ts';
import type { StoredImportRequest } from '../../domain/imports/legacy-imports.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { readSchemaVersion } from '../../ledger/schemas/reads.ts';
import type { ImportWork } from './import-work.ts';
import type { ImportFileFormat } from './rows/slice-validation.ts';

/** Uses the schema version of the submission, even if a newer one has been published since. */
export async function readFileFormat(
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
