import { createHash, randomBytes } from 'node:crypto';
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PART_BYTES, writeLargeOnce } from '../../functions/artifacts/multipart-upload.ts';
import {
  buildDownloadLink,
  readWholeObject,
  readObjectSize,
  writeOnce,
  writeWorkObject,
} from '../../functions/artifacts/objects.ts';
import { BUCKET, startBucket } from '../support/stack/artifacts-bucket.ts';
import type { TestBucket } from '../support/stack/artifacts-bucket.ts';

let started: TestBucket;
beforeAll(async () => {
  started = await startBucket();
});
afterAll(() => started.stop());

const until = new Date(Date.now() + 3_600_000);
const MEDIA_TYPE = 'text/csv';
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex');

async function* inPieces(body: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.byteLength; at += bytes) yield body.subarray(at, at + bytes);
}

const headOf = (Key: string) =>
  started.bucket.client.send(
    new HeadObjectCommand({ Bucket: BUCKET, Key, ChecksumMode: 'ENABLED' }),
  );

test('writes an object once, locked and with its checksum', async () => {
  const { bucket } = started;
  const body = Buffer.from('a,b\r\n');
  await writeOnce(bucket, { key: 'once', body, mediaType: MEDIA_TYPE, until });
  await writeOnce(bucket, {
    key: 'once',
    body: Buffer.from('other'),
    mediaType: MEDIA_TYPE,
    until,
  });
  const head = await headOf('once');

  expect(await readWholeObject(bucket, 'once')).toEqual(body);
  expect(Buffer.from(head.ChecksumSHA256 ?? '', 'base64').toString('hex')).toBe(sha256(body));
  expect(head).toMatchObject({ ContentType: MEDIA_TYPE, ObjectLockMode: 'COMPLIANCE' });
  expect(head.ObjectLockRetainUntilDate).toEqual(until);
  const version = { Bucket: BUCKET, Key: 'once', VersionId: head.VersionId };
  await expect(bucket.client.send(new DeleteObjectCommand(version))).rejects.toThrow();
});

test('writes nothing that a past time would leave unlocked', async () => {
  const { bucket } = started;
  const object = { key: 'past', mediaType: MEDIA_TYPE, until: new Date(0) };
  const large = inPieces(randomBytes(PART_BYTES + 1), PART_BYTES);

  await expect(writeOnce(bucket, { ...object, body: Buffer.from('x') })).rejects.toThrow('future');
  await expect(writeLargeOnce(bucket, object, large)).rejects.toThrow('future');
  expect(await readObjectSize(bucket, 'past')).toBeUndefined();
});

const sizes = [
  0,
  1,
  PART_BYTES - 1,
  PART_BYTES,
  PART_BYTES + 1,
  2 * PART_BYTES,
  2 * PART_BYTES + 7,
];

test.each(sizes)('writes %d bytes in parts, each with its checksum', async (size) => {
  const { bucket } = started;
  const body = randomBytes(size);
  const object = { key: `large-${size}`, mediaType: MEDIA_TYPE, until };
  const written = await writeLargeOnce(bucket, object, inPieces(body, 1_000_003));
  const again = await writeLargeOnce(bucket, object, inPieces(body, 77_777));

  expect(written.checksum).toBe(sha256(body));
  expect(written.sizeBytes).toBe(size);
  expect(again).toEqual(written);
  expect(await readObjectSize(bucket, object.key)).toBe(size);
  expect(sha256((await readWholeObject(bucket, object.key)) ?? Buffer.alloc(1))).toBe(
    written.checksum,
  );
  expect(written.parts).toHaveLength(Math.max(1, Math.ceil(size / PART_BYTES)));
  expect(written.parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(size);
  for (const { number, offset, sizeBytes, checksum } of written.parts) {
    expect(offset).toBe((number - 1) * PART_BYTES);
    expect(sha256(body.subarray(offset, offset + sizeBytes))).toBe(checksum);
  }
  expect(await headOf(object.key)).toMatchObject({ ObjectLockMode: 'COMPLIANCE' });
});

test('leaves no object when an upload fails halfway', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield randomBytes(PART_BYTES + 1);
    yield randomBytes(PART_BYTES);
    throw new Error('the source is gone');
  }
  const object = { key: 'broken', mediaType: MEDIA_TYPE, until };

  await expect(writeLargeOnce(started.bucket, object, broken())).rejects.toThrow('source is gone');
  expect(await readObjectSize(started.bucket, 'broken')).toBeUndefined();
});

test('overwrites work files', async () => {
  const { bucket } = started;
  await writeWorkObject(bucket, 'work/x', Buffer.from('first'));
  await writeWorkObject(bucket, 'work/x', Buffer.from('second'));

  expect((await readWholeObject(bucket, 'work/x'))?.toString()).toBe('second');
  expect(await readWholeObject(bucket, 'work/nothing')).toBeUndefined();
});

test('creates a download link with that file name and a limited validity', async () => {
  const { bucket } = started;
  await writeOnce(bucket, {
    key: 'linked',
    body: Buffer.from('text'),
    mediaType: MEDIA_TYPE,
    until,
  });
  const link = { key: 'linked', filename: 'export.csv', mediaType: MEDIA_TYPE, seconds: 300 };
  const url = await buildDownloadLink(bucket, link);
  const answer = await fetch(url);

  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('text');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="export.csv"');
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300');
  expect((await fetch(url.replace('linked', 'once'))).status).toBe(403);
});
