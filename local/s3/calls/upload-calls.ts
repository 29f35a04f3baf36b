// The S3 calls of a multipart upload.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Answer } from '../wire/s3-answer.ts';
import type { StoredBucket } from '../storage/stored-bucket.ts';
import type { S3Call } from '../call.ts';
import { parseAlgorithm, buildChecksumHeader, startDigest } from '../wire/checksums.ts';
import type { RunningDigest } from '../wire/checksums.ts';
import { computeCompletedChecksum, requireParts } from './completion.ts';
import { refuseUnmetWrite } from './conditions.ts';
import { readCopiedRange } from './copy-source.ts';
import { buildIdentifyingHeaders, readStoredHeaders } from './object-headers.ts';
import { readLock, refuseLockedPartWithoutDigest } from '../storage/object-lock.ts';
import { PartStore } from '../storage/part-store.ts';
import type { UploadedPart, PendingUpload } from '../storage/part-store.ts';
import { computePartsEtag, receiveBody } from '../wire/received-body.ts';
import { S3Error } from '../s3-error.ts';
import { readTextBody } from '../wire/text-body.ts';

const PARTS_MAX = 10_000;

export async function createUpload(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const settings = await bucket.settings();
  const named = call.header('x-amz-checksum-algorithm');
  const checksumType =
    call.header('x-amz-checksum-type') === 'FULL_OBJECT' ? 'FULL_OBJECT' : 'COMPOSITE';
  const algorithm = named === undefined ? undefined : parseAlgorithm(named);
  if (checksumType === 'FULL_OBJECT' && algorithm !== 'CRC32') {
    throw new S3Error('InvalidRequest', 'Only a CRC can cover the full object.');
  }
  const upload = await new PartStore(bucket).open({
    key: call.key,
    headers: readStoredHeaders(call),
    lock: readLock(call, settings?.objectLock, new Date()),
    algorithm,
    checksumType,
  });
  const content = { Bucket: call.bucket, Key: call.key, UploadId: upload.id };
  return {
    headers: { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': checksumType },
    xml: { root: 'InitiateMultipartUploadResult', content },
  };
}

export async function uploadPart(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const store = new PartStore(bucket);
  const upload = await store.upload(readUploadId(call), call.key);
  const number = readPartNumber(call);
  refuseLockedPartWithoutDigest(call, upload.lock);
  // S3 adds a missing checksum only when it is part of one of the full object.
  const added = upload.checksumType === 'FULL_OBJECT' ? upload.algorithm : undefined;
  const body = await receiveBody(call, bucket.incoming, added);
  try {
    if (upload.algorithm && body.checksum?.algorithm !== upload.algorithm) {
      throw new S3Error('InvalidRequest', `The upload expects a ${upload.algorithm} checksum.`);
    }
    const { file, size, etag, checksum } = body;
    await store.put(upload, { number, size, etag, checksum }, file);
    const value = checksum && { [buildChecksumHeader(checksum.algorithm)]: checksum.value };
    return { headers: { etag: `"${etag}"`, ...value } };
  } finally {
    await rm(body.file, { force: true });
  }
}

export async function uploadPartCopy(
  call: S3Call,
  bucket: StoredBucket,
  bucketNamed: (name: string) => StoredBucket,
): Promise<S3Answer> {
  const store = new PartStore(bucket);
  const upload = await store.upload(readUploadId(call), call.key);
  const number = readPartNumber(call);
  const { path, start, end } = await readCopiedRange(call, bucketNamed);
  const file = join(bucket.incoming, randomUUID());
  const md5 = startDigest('MD5');
  const digest = upload.algorithm && startDigest(upload.algorithm);
  try {
    const size = await writeSources(file, [md5, digest], [{ path, start, end }]);
    const etag = md5.bytes().toString('hex');
    const value = digest?.bytes().toString('base64');
    const checksum = upload.algorithm && value ? { algorithm: upload.algorithm, value } : undefined;
    await store.put(upload, { number, size, etag, checksum }, file);
    const sum = checksum && { [`Checksum${checksum.algorithm}`]: checksum.value };
    const content = { LastModified: new Date().toISOString(), ETag: `"${etag}"`, ...sum };
    return { xml: { root: 'CopyPartResult', content } };
  } finally {
    await rm(file, { force: true });
  }
}

export async function completeUpload(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const store = new PartStore(bucket);
  const upload = await store.upload(readUploadId(call), call.key);
  const parts = requireParts(await readTextBody(call), upload, await store.parts(upload));
  refuseUnmetWrite(call, await bucket.newest(call.key));
  const file = join(bucket.incoming, randomUUID());
  try {
    const whole = await joinParts(store, upload, parts, file);
    const checksum = computeCompletedChecksum(upload, parts, whole.digest);
    const { key, headers, lock, checksumType } = upload;
    const etag = computePartsEtag(parts.map((part) => part.etag));
    const wanted = { key, headers, size: whole.size, etag, checksum, checksumType, ...lock };
    const version = await bucket.put(wanted, file, (before) => refuseUnmetWrite(call, before));
    await store.close(upload);
    const sum = checksum && { [`Checksum${checksum.algorithm}`]: checksum.value };
    const content = { Bucket: call.bucket, Key: key, ETag: `"${version.etag}"`, ...sum };
    return {
      headers: { 'x-amz-version-id': buildIdentifyingHeaders(version)['x-amz-version-id'] },
      xml: { root: 'CompleteMultipartUploadResult', content },
    };
  } finally {
    await rm(file, { force: true });
  }
}

async function joinParts(
  store: PartStore,
  upload: PendingUpload,
  parts: UploadedPart[],
  file: string,
) {
  const isFull = upload.checksumType === 'FULL_OBJECT';
  const digest = isFull && upload.algorithm ? startDigest(upload.algorithm) : undefined;
  const sources = parts.map((part) => ({ path: store.fileOf(upload.id, part) }));
  return { size: await writeSources(file, [digest], sources), digest };
}

export async function abortUpload(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const store = new PartStore(bucket);
  await store.close(await store.upload(readUploadId(call), call.key));
  return { status: 204 };
}

interface PartSource {
  readonly path: string;
  readonly start?: number;
  readonly end?: number;
}

async function writeSources(
  file: string,
  digests: (RunningDigest | undefined)[],
  sources: PartSource[],
) {
  const handle = await open(file, 'wx');
  let size = 0;
  try {
    for (const { path, start, end } of sources) {
      for await (const chunk of createReadStream(path, { start, end })) {
        for (const digest of digests) digest?.update(chunk as Buffer);
        await handle.writeFile(chunk as Buffer);
        size += (chunk as Buffer).length;
      }
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return size;
}

function readUploadId({ query }: S3Call): string {
  return query.get('uploadId') ?? '';
}

function readPartNumber({ query }: S3Call): number {
  const number = Number(query.get('partNumber'));
  if (Number.isInteger(number) && number >= 1 && number <= PARTS_MAX) return number;
  throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000.');
}
