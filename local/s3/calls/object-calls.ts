// The calls on one object.
import { rm } from 'node:fs/promises';
import type { Answer } from '../wire/answer.ts';
import type { Bucket, Version } from '../storage/bucket.ts';
import type { Call } from './call.ts';
import { isUnchanged, refuseUnmetWrite } from '../wire/conditions.ts';
import { describingHeaders, identifyingHeaders, keptHeaders } from '../wire/object-headers.ts';
import {
  lockFrom,
  refuseLockWithoutDigest,
  refuseRemoval,
  refuseShorter,
  retentionIn,
} from '../storage/object-lock.ts';
import { rangeOf } from '../wire/range.ts';
import { receiveBody } from '../wire/received-body.ts';
import { S3Error } from '../wire/s3-error.ts';
import { textOfBody } from '../wire/text-body.ts';

export async function putObject(call: Call, bucket: Bucket): Promise<Answer> {
  const settings = await bucket.settings();
  const lock = lockFrom(call, settings?.objectLock, new Date());
  refuseLockWithoutDigest(call);
  refuseUnmetWrite(call, await bucket.newest(call.key));
  const { file, size, etag, checksum } = await receiveBody(call, bucket.incoming);
  try {
    const wanted = { key: call.key, size, etag, checksum, headers: keptHeaders(call), ...lock };
    const version = await bucket.put({ ...wanted, checksumType: 'FULL_OBJECT' }, file, (before) =>
      refuseUnmetWrite(call, before),
    );
    return { headers: identifyingHeaders(version) };
  } finally {
    await rm(file, { force: true });
  }
}

export async function getObject(call: Call, bucket: Bucket): Promise<Answer> {
  const version = await existing(call, bucket);
  if (isUnchanged(call, version)) {
    const { checksum: _, ...bare } = version;
    return { status: 304, headers: identifyingHeaders(bare) };
  }
  const { size } = version;
  const headers = describingHeaders(version, call);
  const path = bucket.fileOf(version);
  const range = rangeOf(call.header('range'), size);
  if (!range) return { headers, file: { path, start: 0, end: size - 1 } };
  const { start, end } = range;
  // The checksum is of the whole object and would look wrong beside a part of it.
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

export async function headObject(call: Call, bucket: Bucket): Promise<Answer> {
  const { file: _, ...answer } = await getObject(call, bucket);
  return answer;
}

export async function deleteObject(call: Call, bucket: Bucket): Promise<Answer> {
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

async function deleteVersion(call: Call, bucket: Bucket, versionId: string): Promise<Answer> {
  const version = await bucket.version(call.key, versionId);
  if (version) {
    refuseRemoval(version, call, new Date());
    await bucket.remove(version);
  }
  return { status: 204, headers: { 'x-amz-version-id': versionId } };
}

export async function getRetention(call: Call, bucket: Bucket): Promise<Answer> {
  const { retention } = await existing(call, bucket);
  if (!retention) {
    const message = 'The specified object does not have a ObjectLock configuration';
    throw new S3Error('NoSuchObjectLockConfiguration', message);
  }
  const content = { Mode: retention.mode, RetainUntilDate: retention.until };
  return { xml: { root: 'Retention', content } };
}

export async function putRetention(call: Call, bucket: Bucket): Promise<Answer> {
  const version = await existing(call, bucket);
  const now = new Date();
  if (!(await bucket.settings())?.objectLock) {
    throw new S3Error('InvalidRequest', 'Bucket is missing Object Lock Configuration');
  }
  const retention = retentionIn(await textOfBody(call), now);
  refuseShorter(version.retention, retention, call, now);
  await bucket.change(version, { retention });
  return {};
}

async function existing(call: Call, bucket: Bucket): Promise<Version> {
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
