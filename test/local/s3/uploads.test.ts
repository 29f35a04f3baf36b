import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { CompletedPart, CompleteMultipartUploadCommandInput } from '@aws-sdk/client-s3';
import { BUCKET, clientOf, refusalOf, startS3Fixture } from './s3-fixture.ts';
import type { S3Fixture } from './s3-fixture.ts';

let s3: S3Fixture;
beforeAll(async () => {
  s3 = await startS3Fixture();
});
afterAll(() => s3.stop());

const PART_BYTES = 5 * 1024 * 1024;
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

async function open(Key: string, more = {}): Promise<string> {
  const command = new CreateMultipartUploadCommand({ Bucket: BUCKET, Key, ...more });
  return (await s3.client.send(command)).UploadId ?? '';
}

async function part(Key: string, UploadId: string, PartNumber: number, Body: string | Buffer) {
  const input = { Bucket: BUCKET, Key, UploadId, PartNumber, Body };
  const command = new UploadPartCommand({ ...input, ChecksumAlgorithm: 'SHA256' });
  const { ETag, ChecksumSHA256 } = await s3.client.send(command);
  return { PartNumber, ETag, ChecksumSHA256 };
}

const complete = (
  Key: string,
  UploadId: string,
  Parts: CompletedPart[],
  more: Partial<CompleteMultipartUploadCommandInput> = {},
) =>
  s3.client.send(
    new CompleteMultipartUploadCommand({
      Bucket: BUCKET,
      Key,
      UploadId,
      MultipartUpload: { Parts },
      ...more,
    }),
  );

const uploads = () => {
  const folder = join(s3.folder, BUCKET, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('joins written and copied parts into one object with the digests that S3 computes', async () => {
  const first = Buffer.alloc(PART_BYTES, 'a');
  await s3.put('source', `xx${'b'.repeat(PART_BYTES)}xx`);
  const id = await open('joined', { ChecksumAlgorithm: 'SHA256', ContentType: 'text/csv' });
  const last = await part('joined', id, 3, 'the end');
  const one = await part('joined', id, 1, first);
  const copy = await s3.client.send(
    new UploadPartCopyCommand({
      Bucket: BUCKET,
      Key: 'joined',
      UploadId: id,
      PartNumber: 2,
      CopySource: `${BUCKET}/source`,
      CopySourceRange: `bytes=2-${PART_BYTES + 1}`,
    }),
  );
  const two = { PartNumber: 2, ...copy.CopyPartResult };
  await complete('joined', id, [one, two, last]);

  const text = 'a'.repeat(PART_BYTES) + 'b'.repeat(PART_BYTES) + 'the end';
  expect((await s3.read('joined')) === text).toBe(true);
  const sums = [first, 'b'.repeat(PART_BYTES), 'the end'].map(sha256);
  const head = new HeadObjectCommand({ Bucket: BUCKET, Key: 'joined', ChecksumMode: 'ENABLED' });
  expect(await s3.client.send(head)).toMatchObject({
    ContentType: 'text/csv',
    ContentLength: text.length,
    ChecksumSHA256: `${sha256(Buffer.concat(sums)).toString('base64')}-3`,
    ChecksumType: 'COMPOSITE',
    ETag: expect.stringMatching(/^"[\da-f]{32}-3"$/),
  });
  expect(uploads()).toEqual([]);
});

test('a full-object CRC equals that of the object', async () => {
  const more = { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' };
  const id = await open('full', more);
  const input = { Bucket: BUCKET, Key: 'full', UploadId: id, PartNumber: 1, Body: 'whole' };
  const sent = await s3.client.send(new UploadPartCommand(input));
  await complete('full', id, [{ PartNumber: 1, ETag: sent.ETag }]);
  const head = new HeadObjectCommand({ Bucket: BUCKET, Key: 'full', ChecksumMode: 'ENABLED' });

  expect(await s3.client.send(head)).toMatchObject({ ChecksumCRC32: sent.ChecksumCRC32 });
  expect(await s3.read('full')).toBe('whole');
});

test('a part that is sent again replaces the earlier one', async () => {
  const id = await open('again', { ChecksumAlgorithm: 'SHA256' });
  const old = await part('again', id, 1, 'old');
  const next = await part('again', id, 1, 'new');

  expect((await refusalOf(complete('again', id, [old])))[0]).toBe('InvalidPart');
  await complete('again', id, [next]);
  expect(await s3.read('again')).toBe('new');
});

test('refuses mismatched parts and keeps the upload open', async () => {
  const id = await open('misfit', { ChecksumAlgorithm: 'SHA256' });
  const [one, two] = [await part('misfit', id, 1, 'small'), await part('misfit', id, 2, 'x')];
  const other = { ...one, ChecksumSHA256: sha256('other').toString('base64') };
  const code = async (parts: CompletedPart[]) =>
    (await refusalOf(complete('misfit', id, parts)))[0];

  expect(await code([one, two])).toBe('EntityTooSmall');
  expect(await code([two, one])).toBe('InvalidPartOrder');
  expect(await code([{ ...one, PartNumber: 9 }])).toBe('InvalidPart');
  expect(await code([other])).toBe('InvalidPart');
  expect(await code([])).toBe('MalformedXML');
  expect(await code([one])).toBe('');
});

test('refuses a part with another checksum type than the upload’s', async () => {
  const id = await open('other-sum', { ChecksumAlgorithm: 'SHA256' });
  const input = { Bucket: BUCKET, Key: 'other-sum', UploadId: id, PartNumber: 1, Body: 'x' };
  const wrong = new UploadPartCommand({ ...input, ChecksumAlgorithm: 'CRC32' });
  const bad = new UploadPartCommand({ ...input, ChecksumSHA256: sha256('y').toString('base64') });

  expect((await refusalOf(s3.client.send(wrong)))[0]).toBe('InvalidRequest');
  expect((await refusalOf(s3.client.send(bad)))[0]).toBe('BadDigest');
});

async function putBarePart(Key: string, UploadId: string) {
  const client = clientOf(s3.endpoint, 'local', { requestChecksumCalculation: 'WHEN_REQUIRED' });
  const input = { Bucket: BUCKET, Key, UploadId, PartNumber: 1, Body: 'x' };
  return refusalOf(client.send(new UploadPartCommand(input)));
}

test('refuses a part, and a completion, without the checksums that the upload named', async () => {
  const id = await open('named', { ChecksumAlgorithm: 'SHA256' });
  const { PartNumber, ETag } = await part('named', id, 1, 'x');

  expect(await putBarePart('named', id)).toEqual(['InvalidRequest', 400]);
  expect(await refusalOf(complete('named', id, [{ PartNumber, ETag }]))).toEqual([
    'InvalidRequest',
    400,
  ]);
});

test('refuses a part of a locked upload without a digest', async () => {
  const id = await open('bare', {
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: new Date(Date.now() + 3_600_000),
  });

  expect(await putBarePart('bare', id)).toEqual(['InvalidRequest', 400]);
});

test('an upload with If-None-Match does not replace an object', async () => {
  const id = await open('first');
  const sent = await part('first', id, 1, 'second');
  await s3.put('first', 'first');

  const late = complete('first', id, [sent], { IfNoneMatch: '*' });
  expect(await refusalOf(late)).toEqual(['PreconditionFailed', 412]);
  expect(await s3.read('first')).toBe('first');
});

test('an upload passes its lock to the object', async () => {
  const until = new Date(Date.now() + 3_600_000);
  const id = await open('locked', {
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: until,
  });
  await complete('locked', id, [await part('locked', id, 1, 'x')]);
  const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'locked' }));

  expect(head.ObjectLockMode).toBe('COMPLIANCE');
  expect(head.ObjectLockRetainUntilDate).toEqual(until);
});

test('an aborted upload is deleted with its parts', async () => {
  const id = await open('aborted');
  const sent = await part('aborted', id, 1, 'x');
  const before = uploads();
  await s3.client.send(
    new AbortMultipartUploadCommand({ Bucket: BUCKET, Key: 'aborted', UploadId: id }),
  );

  expect(uploads()).toEqual(before.filter((name) => name !== id));
  expect((await refusalOf(complete('aborted', id, [sent])))[0]).toBe('NoSuchUpload');
  expect((await refusalOf(part('aborted', '../../..', 1, 'x')))[0]).toBe('NoSuchUpload');
});
