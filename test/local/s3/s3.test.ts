import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { startS3 } from '../../../local/s3/server.ts';
import { temporaryFolder } from '../fixture.ts';
import { BUCKET, clientOf, refusalOf, startS3Fixture } from './s3-fixture.ts';
import type { S3Fixture } from './s3-fixture.ts';

let s3: S3Fixture;
beforeAll(async () => {
  s3 = await startS3Fixture();
});
afterAll(() => s3.stop());

const head = (Key: string, more = {}) =>
  s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key, ...more }));
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

test('reads an object as it was written, with its headers and digests', async () => {
  const body = 'größer & <besser>\r\n';
  const more = { ContentType: 'text/csv', ChecksumSHA256: sha256(body), Metadata: { a: 'b' } };
  const { ETag, VersionId } = await s3.put('a b/ü+?#%.csv', body, more);

  expect(await s3.read('a b/ü+?#%.csv')).toBe(body);
  expect(await head('a b/ü+?#%.csv', { ChecksumMode: 'ENABLED' })).toMatchObject({
    ETag,
    VersionId,
    ContentType: 'text/csv',
    ContentLength: Buffer.byteLength(body),
    ChecksumSHA256: sha256(body),
    ChecksumType: 'FULL_OBJECT',
    Metadata: { a: 'b' },
  });
  expect(ETag).toBe(`"${createHash('md5').update(body).digest('hex')}"`);
});

test('accepts a stream in chunks with a trailing checksum', async () => {
  const part = 'x'.repeat(70_000);
  const size = { ContentLength: 3 * part.length };
  const more = { ...size, ChecksumAlgorithm: 'SHA256' };
  const sent = await s3.put('stream', Readable.from([part, part, part]), more);

  expect(sent.ChecksumSHA256).toBe(sha256(part.repeat(3)));
  expect(await s3.read('stream')).toBe(part.repeat(3));
});

test('stores an empty object', async () => {
  await s3.put('empty', '');

  expect(await s3.read('empty')).toBe('');
});

test.each<[string, object, string]>([
  ['a wrong SHA-256', { ChecksumSHA256: sha256('other') }, 'BadDigest'],
  ['a wrong CRC-32', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
  ['a malformed SHA-256', { ChecksumSHA256: 'AAAA' }, 'InvalidRequest'],
  ['a wrong MD5', { ContentMD5: createHash('md5').update('other').digest('base64') }, 'BadDigest'],
  ['a malformed MD5', { ContentMD5: 'AAAA' }, 'InvalidDigest'],
  ['an unsupported checksum', { ChecksumCRC32C: 'AAAAAA==' }, 'NotImplemented'],
])('refuses %s and stores nothing', async (name, more, code) => {
  expect((await refusalOf(s3.put(name, 'body', more)))[0]).toBe(code);
  expect(await refusalOf(head(name))).toEqual(['NotFound', 404]);
  expect(readdirSync(join(s3.folder, BUCKET, 'incoming'))).toEqual([]);
});

test('reads a range of an object', async () => {
  await s3.put('range', '0123456789');

  expect(await s3.read('range', { Range: 'bytes=2-4' })).toBe('234');
  expect(await s3.read('range', { Range: 'bytes=7-' })).toBe('789');
  expect(await s3.read('range', { Range: 'bytes=-3' })).toBe('789');
  expect(await s3.read('range', { Range: 'bytes=8-99' })).toBe('89');
  const beyond = s3.read('range', { Range: 'bytes=10-' });
  expect(await refusalOf(beyond)).toEqual(['InvalidRange', 416]);
  const { ContentRange } = await s3.client.send(
    new GetObjectCommand({ Bucket: BUCKET, Key: 'range', Range: 'bytes=0-0' }),
  );
  expect(ContentRange).toBe('bytes 0-0/10');
});

test('accepts one of ten concurrent writers with If-None-Match', async () => {
  const writers = Array.from({ length: 10 }, (_, index) =>
    refusalOf(s3.put('once', `writer ${index}`, { IfNoneMatch: '*' })),
  );
  const codes = (await Promise.all(writers)).map(([code]) => code);

  expect(codes.filter((code) => code === '')).toHaveLength(1);
  expect(codes.filter((code) => code === 'PreconditionFailed')).toHaveLength(9);
});

test('refuses a write or a read whose expected ETag does not match', async () => {
  const { ETag } = await s3.put('match', 'one');
  const replaced = await s3.put('match', 'two', { IfMatch: ETag });

  expect(await refusalOf(s3.put('match', 'three', { IfMatch: ETag }))).toEqual([
    'PreconditionFailed',
    412,
  ]);
  expect(await refusalOf(s3.put('nowhere', 'x', { IfMatch: ETag }))).toEqual(['NoSuchKey', 404]);
  expect(await s3.read('match', { IfMatch: replaced.ETag })).toBe('two');
  expect((await refusalOf(s3.read('match', { IfMatch: ETag })))[1]).toBe(412);
  expect((await refusalOf(s3.read('match', { IfNoneMatch: replaced.ETag })))[1]).toBe(304);
});

test('keeps every version readable, and a deletion only hides the object', async () => {
  const first = await s3.put('versions', 'first');
  const second = await s3.put('versions', 'second');
  expect(await s3.read('versions')).toBe('second');
  await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'versions' }));

  expect(await refusalOf(s3.read('versions'))).toEqual(['NoSuchKey', 404]);
  expect(await s3.read('versions', { VersionId: first.VersionId })).toBe('first');
  expect(await s3.read('versions', { VersionId: second.VersionId })).toBe('second');
  expect((await refusalOf(s3.read('versions', { VersionId: 'none' })))[0]).toBe('NoSuchVersion');
  expect(await refusalOf(s3.put('versions', 'third', { IfNoneMatch: '*' }))).toEqual([
    '',
    undefined,
  ]);
});

test('lists in UTF-8 order, in pages, and by folder on request', async () => {
  const keys = ['list/a', 'list/b/1', 'list/b/2', 'list/c&d', 'list/Z', 'list/é', 'list/\u{1f4b6}'];
  for (const key of keys) await s3.put(key, key);
  const list = (more: object) =>
    s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'list/', ...more }));
  const sorted = [
    'list/Z',
    'list/a',
    'list/b/1',
    'list/b/2',
    'list/c&d',
    'list/é',
    'list/\u{1f4b6}',
  ];

  const seen: (string | undefined)[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({ MaxKeys: 3, ContinuationToken });
    seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  expect(seen).toEqual(sorted);

  const folders = await list({ Delimiter: '/' });
  expect(folders.CommonPrefixes).toEqual([{ Prefix: 'list/b/' }]);
  expect(folders.Contents).toHaveLength(5);
  expect((await list({ StartAfter: 'list/c&d' })).Contents).toHaveLength(2);
});

test('refuses a missing object as S3 does', async () => {
  const other = new HeadBucketCommand({ Bucket: 'other' });

  expect(await refusalOf(s3.client.send(other))).toEqual(['NotFound', 404]);
  expect(await refusalOf(s3.put('x', 'y', { Bucket: 'other' }))).toEqual(['NoSuchBucket', 404]);
  expect((await refusalOf(s3.put('k'.repeat(1_025), 'y')))[0]).toBe('KeyTooLongError');
});

test('keeps an object in its bucket, whatever path its key looks like', async () => {
  const keys = ['../../escaped', '%2e%2e/escaped', '/escaped', '.hidden/escaped'];
  for (const key of keys) await s3.put(key, key);

  for (const key of keys) expect(await s3.read(key)).toBe(key);
  expect(readdirSync(s3.folder).sort()).toEqual([BUCKET, 'port']);
  expect(existsSync(join(s3.folder, '..', 'escaped'))).toBe(false);
  expect(existsSync('/escaped')).toBe(false);
});

test('streams a body of which memory could not hold a copy', async () => {
  const [piece, count] = [Buffer.alloc(1024 * 1024, 7), 300];
  const before = process.memoryUsage().rss;
  const pieces = function* () {
    for (let index = 0; index < count; index += 1) yield piece;
  };
  await s3.put('large', Readable.from(pieces()), { ContentLength: count * piece.length });
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'large' }));
  let size = 0;
  for await (const chunk of Body as Readable) size += (chunk as Buffer).length;

  expect(size).toBe(count * piece.length);
  // A copy would take 300 MiB; what the process needs for other things varies by tens.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});

test('keeps every object and the address across a restart, and no partial write', async () => {
  const folder = temporaryFolder();
  const first = await startS3({ dataFolder: folder.path });
  const client = clientOf(first.endpoint);
  const { CreateBucketCommand, PutObjectCommand } = await import('@aws-sdk/client-s3');
  await client.send(new CreateBucketCommand({ Bucket: 'kept' }));
  await client.send(new PutObjectCommand({ Bucket: 'kept', Key: 'a', Body: 'b' }));
  const half = Readable.from(
    (async function* () {
      yield 'half';
      await first.stop();
      yield 'of it';
    })(),
  );
  const cut = new PutObjectCommand({ Bucket: 'kept', Key: 'a', Body: half, ContentLength: 99 });
  await expect(client.send(cut)).rejects.toThrow();

  const second = await startS3({ dataFolder: folder.path });
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'kept', Key: 'a' }));

  expect(second.endpoint).toBe(first.endpoint);
  // A port above may be that of a connection, once nothing listens on it.
  expect(Number(new URL(first.endpoint).port)).toBeLessThan(32_768);
  expect(await Body?.transformToString()).toBe('b');
  expect(readdirSync(join(folder.path, 'kept', 'incoming'))).toEqual([]);
  await second.stop();
  folder.remove();
});
