import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  describeObject,
  readObjectSize,
  readObjectTime,
  readTaggedObject,
  readWholeObject,
  writeWorkObject,
} from '../../functions/artifacts/objects.ts';
import { readObject } from '../../functions/artifacts/read-object.ts';
import type { ObjectRange } from '../../functions/artifacts/read-object.ts';
import { startS3Faults } from '../../tools/soak/faults/s3-faults.ts';
import type { S3Faults } from '../../tools/soak/faults/s3-faults.ts';
import { startBucket } from '../support/stack/artifacts-bucket.ts';
import type { TestBucket } from '../support/stack/artifacts-bucket.ts';

const body = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));

let faults: S3Faults;
let started: TestBucket;
beforeAll(async () => {
  started = await startBucket(async (endpoint) => {
    faults = await startS3Faults(endpoint);
    return faults.endpoint;
  });
  await writeWorkObject(started.bucket, 'body', body);
});
afterAll(async () => {
  await started.stop();
  await faults.stop();
});

async function read(more: Omit<ObjectRange, 'key'> = {}): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readObject(started.bucket, { key: 'body', ...more }))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

test('reads an object whole or a range of its bytes', async () => {
  expect((await read()).equals(body)).toBe(true);
  expect((await read({ start: 10 })).equals(body.subarray(10))).toBe(true);
  expect((await read({ start: 10, end: 19 })).equals(body.subarray(10, 20))).toBe(true);
  expect((await read({ start: 10, end: 9 })).length).toBe(0);
});

test('resumes where a connection broke', async () => {
  const cuts = [70_000, 1, 0, 50_000].map((cutAfter) => ({ cutAfter }));
  faults.next('GET', /body/, ...cuts);

  expect((await read()).equals(body)).toBe(true);
});

test('replaces a stalled connection and retries a failing S3', async () => {
  faults.next('GET', /body/, { cutAfter: 70_000, stalls: true }, { status: 500 });

  expect((await read({ stallMs: 100 })).equals(body)).toBe(true);
});

test('waits for a slow S3', async () => {
  faults.next('GET', /body/, { delayMs: 300 });

  expect((await read()).equals(body)).toBe(true);
});

test('gives up when connections keep breaking', async () => {
  faults.next('GET', /body/, ...Array.from({ length: 25 }, () => ({ cutAfter: 0 })));

  await expect(read()).rejects.toThrow();
});

test('does not retry a missing object', async () => {
  const before = faults.calls.length;
  const nothing = readObject(started.bucket, { key: 'nothing' });

  await expect(nothing.next()).rejects.toThrow('does not exist');
  expect(faults.calls.length).toBe(before + 1);
});

test.each([
  ['readObjectSize', readObjectSize, 'HEAD'],
  ['readObjectTime', readObjectTime, 'HEAD'],
  ['describeObject', describeObject, 'HEAD'],
  ['readTaggedObject', readTaggedObject, 'GET'],
  ['readWholeObject', readWholeObject, 'GET'],
] as const)(
  '%s takes no object for missing that S3 refuses to show',
  async (_, readOne, method) => {
    faults.next(method, /body/, { status: 403 });

    await expect(readOne(started.bucket, 'body')).rejects.toThrow();
    expect(await readOne(started.bucket, 'body')).toBeDefined();
    expect(await readOne(started.bucket, 'nothing')).toBeUndefined();
  },
);

test('keeps reading the version that it started with', async () => {
  const { client, name: bucket } = started.bucket;
  const put = (Body: string) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key: 'body-2', Body }));
  const { VersionId } = await put('old');
  await put('new');
  const pieces: Buffer[] = [];
  const wanted = { key: 'body-2', versionId: VersionId };
  for await (const piece of readObject(started.bucket, wanted)) pieces.push(piece);

  expect(Buffer.concat(pieces).toString()).toBe('old');
});
