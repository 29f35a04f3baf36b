// The S3 calls on an object.
import { rm } from 'node:fs/promises';
import type { S3Answer } from '../wire/s3-answer.ts';
import type { StoredBucket, ObjectVersion } from '../storage/stored-bucket.ts';
import type { S3Call } from '../call.ts';
import { isUnchanged, refuseUnmetWrite } from './conditions.ts';
import {
  buildDescribingHeaders,
  buildIdentifyingHeaders,
  readStoredHeaders,
} from './object-headers.ts';
import {
  readLock,
  refuseLockWithoutDigest,
  refuseRemoval,
  refuseShorterRetention,
  parseRetention,
} from '../storage/object-lock.ts';
import { parseRange } from '../wire/range.ts';
import { receiveBody } from '../wire/received-body.ts';
import { S3Error } from '../s3-error.ts';
import { readTextBody } from '../wire/text-body.ts';

export async function putObject(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const settings = await bucket.settings();
  const lock = readLock(call, settings?.objectLock, new Date());
  refuseLockWithoutDigest(call, lock);
  refuseUnmetWrite(call, await bucket.newest(call.key));
  const { file, size, etag, checksum } = await receiveBody(call, bucket.incoming);
  try {
    const wanted = {
      key: call.key,
      size,
      etag,
      checksum,
      headers: readStoredHeaders(call),
      ...lock,
    };
    const version = await bucket.put({ ...wanted, checksumType: 'FULL_OBJECT' }, file, (before) =>
      refuseUnmetWrite(call, before),
    );
    return { headers: buildIdentifyingHeaders(version) };
  } finally {
    await rm(file, { force: true });
  }
}

export async function getObject(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const version = await requireVersion(call, bucket);
  if (isUnchanged(call, version)) {
    const { checksum: _, ...bare } = version;
    return { status: 304, headers: buildIdentifyingHeaders(bare) };
  }
  const { size } = version;
  const headers = buildDescribingHeaders(version, call);
  const path = bucket.fileOf(version);
  const range = parseRange(call.header('range'), size);
  if (!range) return { headers, file: { path, start: 0, end: size - 1 } };
  const { start, end } = range;
  // The checksum covers the whole object, so a client would find that it does not match a part of it.
  const partial = Object.entries(headers).filter(([name]) => !name.startsWith('x-amz-checksum-'));
  return {
    status: 206,
    headers: {
      ...Object.fromEntries(partial),
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${size}`,
    },
    file: { path, start, end },
  };
}

export async function headObject(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const { file: _, ...answer } = await getObject(call, bucket);
  return answer;
}

export async function deleteObject(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const versionId = call.query.get('versionId');
  if (versionId !== null) return deleteVersion(call, bucket, versionId);
  const settings = await bucket.settings();
  if (!settings?.isVersioned) {
    const version = await bucket.newest(call.key);
    if (version) await bucket.remove(version);
    return { status: 204 };
  }
  const marker = { key: call.key, size: 0, etag: '', headers: {}, isDeleteMarker: true };
  const version = await bucket.put(marker, undefined, () => undefined);
  const headers = { 'x-amz-version-id': version.versionId, 'x-amz-delete-marker': 'true' };
  return { status: 204, headers };
}

async function deleteVersion(
  call: S3Call,
  bucket: StoredBucket,
  versionId: string,
): Promise<S3Answer> {
  const version = await bucket.version(call.key, versionId);
  if (version) {
    refuseRemoval(version, call, new Date());
    await bucket.remove(version);
  }
  return { status: 204, headers: { 'x-amz-version-id': versionId } };
}

export async function getRetention(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const { retention } = await requireVersion(call, bucket);
  if (!retention) {
    const message = 'The specified object does not have a ObjectLock configuration';
    throw new S3Error('NoSuchObjectLockConfiguration', message);
  }
  const content = { Mode: retention.mode, RetainUntilDate: retention.until };
  return { xml: { root: 'Retention', content } };
}

export async function putRetention(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const version = await requireVersion(call, bucket);
  const now = new Date();
  if (!(await bucket.settings())?.objectLock) {
    throw new S3Error('InvalidRequest', 'Bucket is missing Object Lock Configuration');
  }
  const retention = parseRetention(await readTextBody(call), now);
  refuseShorterRetention(version.retention, retention, call, now);
  await bucket.change(version, { retention });
  return {};
}

async function requireVersion(call: S3Call, bucket: StoredBucket): Promise<ObjectVersion> {
  const versionId = call.query.get('versionId');
  if (versionId !== null) {
    const version = await bucket.version(call.key, versionId);
    if (version) return version;
    throw new S3Error('NoSuchVersion', 'The specified version does not exist.');
  }
  const version = await bucket.newest(call.key);
  if (version && !version.isDeleteMarker) return version;
  const headers = version && { 'x-amz-delete-marker': 'true' };
  throw new S3Error('NoSuchKey', 'The specified key does not exist.', headers);
}
