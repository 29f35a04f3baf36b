// The headers of an object: those stored from its upload, and those that S3 adds.
import type { AnswerHeaders } from '../wire/s3-answer.ts';
import type { ObjectVersion } from '../storage/stored-bucket.ts';
import type { S3Call } from '../call.ts';
import { buildChecksumHeader } from '../wire/checksums.ts';

const STORED_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'expires',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-server-side-encryption-bucket-key-enabled',
];

/** The headers of an upload that S3 stores and returns with the object. */
export function readStoredHeaders({ request, header }: S3Call): Record<string, string> {
  const metadata = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-meta-'));
  const entries = [...STORED_HEADERS, ...metadata].flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const encoding = header('content-encoding')
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== 'aws-chunked')
    .join(',');
  return { ...Object.fromEntries(entries), ...(encoding && { 'content-encoding': encoding }) };
}

/** The headers that identify a version, in answers to uploads and reads. */
export function buildIdentifyingHeaders({
  etag,
  versionId,
  checksum,
  checksumType,
}: ObjectVersion): AnswerHeaders {
  return {
    etag: `"${etag}"`,
    'x-amz-version-id': versionId === 'null' ? undefined : versionId,
    ...(checksum && {
      [buildChecksumHeader(checksum.algorithm)]: checksum.value,
      'x-amz-checksum-type': checksumType,
    }),
  };
}

/** The headers of a read. They include the checksum only if the request asks for it. */
export function buildDescribingHeaders(
  version: ObjectVersion,
  { header, query }: S3Call,
): AnswerHeaders {
  const { checksum: _, ...bare } = version;
  const isAsked = header('x-amz-checksum-mode') === 'ENABLED';
  const { retention, legalHold, headers, lastModified, size } = version;
  const overrides = [...query]
    .filter(([name]) => name.startsWith('response-'))
    .map(([name, value]) => [name.slice('response-'.length), value]);
  return {
    'accept-ranges': 'bytes',
    'content-type': 'binary/octet-stream',
    ...headers,
    ...(Object.fromEntries(overrides) as AnswerHeaders),
    ...buildIdentifyingHeaders(isAsked ? version : bare),
    'content-length': String(size),
    'last-modified': new Date(lastModified).toUTCString(),
    'x-amz-object-lock-mode': retention?.mode,
    'x-amz-object-lock-retain-until-date': retention?.until,
    'x-amz-object-lock-legal-hold': legalHold ? 'ON' : undefined,
  };
}
