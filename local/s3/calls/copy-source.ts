import type { StoredBucket } from '../storage/stored-bucket.ts';
import type { S3Call } from '../call.ts';
import { S3Error } from '../s3-error.ts';

/** The file and the range of bytes that a part is copied from, both ends included. */
export async function readCopiedRange(
  { header }: S3Call,
  bucketNamed: (name: string) => StoredBucket,
): Promise<{ path: string; start: number; end: number }> {
  const [source = '', versionId] = (header('x-amz-copy-source') ?? '').split('?versionId=');
  const [, name = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(source)) ?? [];
  const bucket = bucketNamed(name);
  const version =
    versionId === undefined ? await bucket.newest(key) : await bucket.version(key, versionId);
  if (!version || version.isDeleteMarker) {
    throw new S3Error('NoSuchKey', 'The source of the copy does not exist.');
  }
  const range = header('x-amz-copy-source-range');
  const [, start = '0', end = String(version.size - 1)] =
    /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const isInside = Number(start) <= Number(end) && Number(end) < version.size;
  if (range === undefined || isInside) {
    return { path: bucket.fileOf(version), start: Number(start), end: Number(end) };
  }
  throw new S3Error('InvalidArgument', 'The range to copy lies outside its source.');
}
