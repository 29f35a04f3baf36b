// Uploads in parts.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '../wire/answer.ts';
import type { Bucket } from '../storage/bucket.ts';
import type { Call } from './call.ts';
import { algorithmNamed, headerOf, startDigest } from '../storage/checksums.ts';
import type { Digest } from '../storage/checksums.ts';
import { completedChecksum, wantedParts } from './completion.ts';
import { refuseUnmetWrite } from '../wire/conditions.ts';
import { copiedRange } from './copy-source.ts';
import { identifyingHeaders, keptHeaders } from '../wire/object-headers.ts';
import { lockFrom } from '../storage/object-lock.ts';
import { PartStore } from '../storage/part-store.ts';
import type { Part, Upload } from '../storage/part-store.ts';
import { etagOfParts, receiveBody } from '../wire/received-body.ts';
import { S3Error } from '../wire/s3-error.ts';
import { textOfBody } from '../wire/text-body.ts';

const partsMax = 10_000;

export async function createUpload(call: Call, bucket: Bucket): Promise<Answer> {
  const settings = await bucket.settings();
  const named = call.header('x-amz-checksum-algorithm');
  const checksumType =
    call.header('x-amz-checksum-type') === 'FULL_OBJECT' ? 'FULL_OBJECT' : 'COMPOSITE';
  const algorithm = named === undefined ? undefined : algorithmNamed(named);
  if (checksumType === 'FULL_OBJECT' && algorithm !== 'CRC32') {
    throw new S3Error('InvalidRequest', 'Only a CRC can be of the full object.');
  }
  const upload = await new PartStore(bucket).open({
    key: call.key,
    headers: keptHeaders(call),
    lock: lockFrom(call, settings?.objectLock, new Date()),
    algorithm,
    checksumType,
  });
  const content = { Bucket: call.bucket, Key: call.key, UploadId: upload.id };
  return {
    headers: { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': checksumType },
    xml: { root: 'InitiateMultipartUploadResult', content },
  };
}

export async function uploadPart(call: Call, bucket: Bucket): Promise<Answer> {
  const store = new PartStore(bucket);
  const upload = await store.upload(uploadId(call), call.key);
  const number = partNumber(call);
  const body = await receiveBody(call, bucket.incoming, upload.algorithm);
  try {
    if (upload.algorithm && body.checksum?.algorithm !== upload.algorithm) {
      throw new S3Error('InvalidRequest', `The upload expects a ${upload.algorithm} checksum.`);
    }
    const { file, size, etag, checksum } = body;
    await store.put(upload, { number, size, etag, checksum }, file);
    const value = checksum && { [headerOf(checksum.algorithm)]: checksum.value };
    return { headers: { etag: `"${etag}"`, ...value } };
  } finally {
    await rm(body.file, { force: true });
  }
}

export async function uploadPartCopy(
  call: Call,
  bucket: Bucket,
  bucketNamed: (name: string) => Bucket,
): Promise<Answer> {
  const store = new PartStore(bucket);
  const upload = await store.upload(uploadId(call), call.key);
  const number = partNumber(call);
  const { path, start, end } = await copiedRange(call, bucketNamed);
  const file = join(bucket.incoming, randomUUID());
  const md5 = startDigest('MD5');
  const digest = upload.algorithm && startDigest(upload.algorithm);
  try {
    const size = await write(file, [md5, digest], [{ path, start, end }]);
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

export async function completeUpload(call: Call, bucket: Bucket): Promise<Answer> {
  const store = new PartStore(bucket);
  const upload = await store.upload(uploadId(call), call.key);
  const parts = wantedParts(await textOfBody(call), await store.parts(upload));
  refuseUnmetWrite(call, await bucket.newest(call.key));
  const file = join(bucket.incoming, randomUUID());
  try {
    const whole = await joinParts(store, upload, parts, file);
    const checksum = completedChecksum(upload, parts, whole.digest);
    const { key, headers, lock, checksumType } = upload;
    const etag = etagOfParts(parts.map((part) => part.etag));
    const wanted = { key, headers, size: whole.size, etag, checksum, checksumType, ...lock };
    const version = await bucket.put(wanted, file, (before) => refuseUnmetWrite(call, before));
    await store.close(upload);
    const sum = checksum && { [`Checksum${checksum.algorithm}`]: checksum.value };
    const content = { Bucket: call.bucket, Key: key, ETag: `"${version.etag}"`, ...sum };
    return {
      headers: { 'x-amz-version-id': identifyingHeaders(version)['x-amz-version-id'] },
      xml: { root: 'CompleteMultipartUploadResult', content },
    };
  } finally {
    await rm(file, { force: true });
  }
}

async function joinParts(store: PartStore, upload: Upload, parts: Part[], file: string) {
  const isFull = upload.checksumType === 'FULL_OBJECT';
  const digest = isFull && upload.algorithm ? startDigest(upload.algorithm) : undefined;
  const sources = parts.map((part) => ({ path: store.fileOf(upload.id, part) }));
  return { size: await write(file, [digest], sources), digest };
}

export async function abortUpload(call: Call, bucket: Bucket): Promise<Answer> {
  const store = new PartStore(bucket);
  await store.close(await store.upload(uploadId(call), call.key));
  return { status: 204 };
}

type Source = { path: string; start?: number; end?: number };

async function write(file: string, digests: (Digest | undefined)[], sources: Source[]) {
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

function uploadId({ query }: Call): string {
  return query.get('uploadId') ?? '';
}

function partNumber({ query }: Call): number {
  const number = Number(query.get('partNumber'));
  if (Number.isInteger(number) && number >= 1 && number <= partsMax) return number;
  throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000.');
}
