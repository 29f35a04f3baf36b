// Imports of files from older systems. Records are staged and validated, never posted; only the accounts
// of a chart are applied (docs/contract.md, Batches).
import { acceptBatch, awaitUpload } from '../batches/batches.ts';
import type { Batch, BatchSubmission } from '../batches/batches.ts';
import type { EntitySchema } from '../schemas/entity-schemas.ts';
import { Refusal, refuseIf } from '../refusals/refusals.ts';
import { CHART_RECORDS } from './chart-records.ts';
import { isDateFormat, ISO_DATE } from './import-options.ts';
import type { ImportOptions } from './import-options.ts';
import { buildRecordType, recordTypes } from './record-types.ts';
import type { RecordType, RecordTypeName } from './record-types.ts';

export type ImportMediaType = 'text/csv' | 'application/x-ndjson';

/** The file as its sender declares it. */
export interface DeclaredFile {
  readonly name: string;
  readonly media_type: ImportMediaType;
  readonly size_bytes: number;
  /** SHA-256, hexadecimal. */
  readonly checksum_sha256: string;
}

/** With the contract's member names. */
export interface ImportRequest {
  readonly file: DeclaredFile & { readonly content?: string };
  readonly entity_name?: string;
  readonly record_type?: RecordTypeName;
  readonly options?: ImportOptions;
}

/** As stored in the batch: the schema is the version that was current at the time of the request. */
export interface StoredImportRequest {
  readonly file: DeclaredFile;
  readonly entity_name?: string;
  readonly schema_id?: string;
  readonly schema_version?: number;
  readonly record_type?: RecordTypeName;
  readonly options: ImportOptions;
  /** The change request that another operator has approved; absent if no control has caught the import. */
  readonly change_request_id?: string;
}

/** A whole chart is checked together, in memory. */
const CHART_BYTES_MAX = 4 * 1024 * 1024;

/** The request is stored with its batch, and the names of the columns pass between tasks. */
const MAPPING_BYTES_MAX = 64 * 1024;

/** How long an upload may take, counted from the request. */
export const UPLOAD_SECONDS = 3_600;

/** Refuses with permission_denied a chart from a caller who may not configure the general ledger. */
export function refuseUnpermittedImport(
  { record_type: type }: ImportRequest,
  permissions: ReadonlySet<string>,
): void {
  refuseIf(
    type === CHART_RECORDS && !permissions.has('configuration.write'),
    'permission_denied',
    'The import of a chart also needs the permission configuration.write.',
  );
}

/** Refuses with invalid_import, naming each fault. */
export function refuseInvalidImport({
  file,
  entity_name,
  record_type,
  options = {},
}: ImportRequest): void {
  const faults: string[] = [];
  if ((entity_name === undefined) === (record_type === undefined)) {
    faults.push('exactly one of entity_name and record_type is required');
  }
  const { date_format: format = ISO_DATE, delimiter, decimal_separator: separator = '.' } = options;
  if (record_type === CHART_RECORDS && file.size_bytes > CHART_BYTES_MAX) {
    faults.push(`/file/size_bytes of a chart must not be above ${CHART_BYTES_MAX}`);
  }
  if (!isDateFormat(format)) {
    faults.push('/options/date_format must hold YYYY, MM and DD once each, as in DD.MM.YYYY');
  }
  if (file.media_type === 'text/csv' && separator === (delimiter ?? ',')) {
    faults.push('/options/delimiter and /options/decimal_separator are the same');
  }
  if (Buffer.byteLength(JSON.stringify(options.header_mapping ?? {})) > MAPPING_BYTES_MAX) {
    faults.push(`/options/header_mapping must not have more than ${MAPPING_BYTES_MAX} bytes`);
  }
  if (file.content !== undefined && !isBase64(file.content)) {
    faults.push('/file/content is not base64');
  }
  if (faults.length > 0) throw new Refusal('invalid_import', faults);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** What an import is requested on. */
export interface ImportBasis {
  /** The institution's schema that the request names. */
  readonly schema?: EntitySchema | undefined;
  /** The change request whose approval makes the request. */
  readonly approvedRequestId?: string | undefined;
}

/** Requests a batch that validates the file. Without inline content it waits for the upload. */
export function requestImport(
  { file: { content, ...file }, entity_name, record_type, options = {} }: ImportRequest,
  { schema, approvedRequestId }: ImportBasis,
  submission: Omit<BatchSubmission, 'type' | 'request'>,
): Batch {
  const request = {
    file: pickDeclaredFile(file),
    ...(schema && { entity_name, schema_id: schema.id, schema_version: schema.version }),
    ...(record_type !== undefined && { record_type }),
    options,
    ...(approvedRequestId !== undefined && { change_request_id: approvedRequestId }),
  } satisfies StoredImportRequest;
  const batch = acceptBatch({ ...submission, type: 'LEGACY_IMPORT', request });
  return content === undefined ? awaitUpload(batch) : batch;
}

// Copies the known members only.
function pickDeclaredFile({
  name,
  media_type,
  size_bytes,
  checksum_sha256,
}: DeclaredFile): DeclaredFile {
  return { name, media_type, size_bytes, checksum_sha256: checksum_sha256.toLowerCase() };
}

/** Computes the deadline of the upload. */
export function computeUploadEnd({ createdAt }: Batch): Date {
  return new Date(Date.parse(createdAt) + UPLOAD_SECONDS * 1_000);
}

/** Returns the import request of the batch. */
export function readImportRequest({ request }: Batch): StoredImportRequest {
  return request as unknown as StoredImportRequest;
}

/** Returns the record type: the institution's schema if there is one, else a built-in type. */
export function resolveRecordType(
  { record_type: name }: StoredImportRequest,
  schema?: EntitySchema,
): RecordType {
  if (schema) return buildRecordType(schema.definition);
  if (name === undefined) throw new Error('an import without a type of records');
  return recordTypes[name];
}
