// Imports of the files of older systems: staged and validated, never posted (docs/contract.md, Batches).
import { acceptBatch, awaitUpload } from '../batches/batches.ts';
import type { Batch, BatchSubmission } from '../batches/batches.ts';
import type { EntitySchema } from '../schemas/entity-schemas.ts';
import { Refusal } from '../refusals/refusals.ts';
import { isDateFormat, ISO_DATE } from './import-options.ts';
import type { ImportOptions } from './import-options.ts';
import { buildRecordType, recordTypes } from './record-types.ts';
import type { RecordType, RecordTypeName } from './record-types.ts';

export type ImportMediaType = 'text/csv' | 'application/x-ndjson';

/** The file as its sender describes it. */
export interface DeclaredFile {
  readonly name: string;
  readonly media_type: ImportMediaType;
  readonly size_bytes: number;
  /** SHA-256, hexadecimal. */
  readonly checksum_sha256: string;
}

/** In the words of the contract. */
export interface ImportRequest {
  readonly file: DeclaredFile & { readonly content?: string };
  readonly entity_name?: string;
  readonly record_type?: RecordTypeName;
  readonly options?: ImportOptions;
}

/** As a batch keeps it: the schema is the version that was published when it was asked for. */
export interface StoredImportRequest {
  readonly file: DeclaredFile;
  readonly entity_name?: string;
  readonly schema_id?: string;
  readonly schema_version?: number;
  readonly record_type?: RecordTypeName;
  readonly options: ImportOptions;
}

/** How long a file may take to arrive, from the request on. */
export const UPLOAD_SECONDS = 3_600;

/** Refuses with invalid_import, each fault named. */
export function refuseInvalidImport({
  file,
  entity_name,
  record_type,
  options = {},
}: ImportRequest): void {
  const faults: string[] = [];
  if ((entity_name === undefined) === (record_type === undefined)) {
    faults.push('exactly one of entity_name and record_type says what the records are');
  }
  const { date_format: format = ISO_DATE, delimiter, decimal_separator: separator = '.' } = options;
  if (!isDateFormat(format)) {
    faults.push('/options/date_format must hold YYYY, MM and DD once each, as in DD.MM.YYYY');
  }
  if (file.media_type === 'text/csv' && separator === (delimiter ?? ',')) {
    faults.push('/options/delimiter and /options/decimal_separator are the same');
  }
  if (file.content !== undefined && !isBase64(file.content)) {
    faults.push('/file/content is not base64');
  }
  if (faults.length > 0) throw new Refusal('invalid_import', faults);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** A batch that validates the file; one without its content waits for it to be uploaded. */
export function requestImport(
  { file: { content, ...file }, entity_name, record_type, options = {} }: ImportRequest,
  schema: EntitySchema | undefined,
  submission: Omit<BatchSubmission, 'type' | 'request'>,
): Batch {
  const request = {
    file: pickDeclaredFile(file),
    ...(schema && { entity_name, schema_id: schema.id, schema_version: schema.version }),
    ...(record_type !== undefined && { record_type }),
    options,
  } satisfies StoredImportRequest;
  const batch = acceptBatch({ ...submission, type: 'LEGACY_IMPORT', request });
  return content === undefined ? awaitUpload(batch) : batch;
}

// Without anything else that was sent along.
function pickDeclaredFile({
  name,
  media_type,
  size_bytes,
  checksum_sha256,
}: DeclaredFile): DeclaredFile {
  return { name, media_type, size_bytes, checksum_sha256: checksum_sha256.toLowerCase() };
}

/** When the upload ends at the latest. */
export function computeUploadEnd({ createdAt }: Batch): Date {
  return new Date(Date.parse(createdAt) + UPLOAD_SECONDS * 1_000);
}

/** What the batch was asked to validate. */
export function readImportRequest({ request }: Batch): StoredImportRequest {
  return request as unknown as StoredImportRequest;
}

/** The records of the file, by the institution's schema if there is one. */
export function resolveRecordType(
  { record_type: name }: StoredImportRequest,
  schema?: EntitySchema,
): RecordType {
  if (schema) return buildRecordType(schema.definition);
  if (name === undefined) throw new Error('an import without a type of records');
  return recordTypes[name];
}
