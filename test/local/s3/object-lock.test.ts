import { hash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';
import { BUCKET, clientOf, refusalOf, startS3Fixture } from './s3-fixture.ts';
import type { S3Fixture } from './s3-fixture.ts';

let s3: S3Fixture;
beforeAll(async () => {
  s3 = await startS3Fixture();
});
afterEach(returnToPresent);
afterAll(() => s3.stop());

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const denied = ['AccessDenied', 403];

async function locked(Key: string, mode: 'COMPLIANCE' | 'GOVERNANCE', days = 2): Promise<string> {
  const lock = { ObjectLockMode: mode, ObjectLockRetainUntilDate: inDays(days) };
  const { VersionId } = await s3.put(Key, 'evidence', lock);
  return VersionId ?? '';
}

const remove = (Key: string, VersionId: string, BypassGovernanceRetention = false) =>
  refusalOf(
    s3.client.send(
      new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId, BypassGovernanceRetention }),
    ),
  );

const retain = (Key: string, mode: 'COMPLIANCE' | 'GOVERNANCE', days: number, bypass = false) =>
  refusalOf(
    s3.client.send(
      new PutObjectRetentionCommand({
        Bucket: BUCKET,
        Key,
        Retention: { Mode: mode, RetainUntilDate: inDays(days) },
        BypassGovernanceRetention: bypass,
      }),
    ),
  );

test('a version in compliance mode cannot be deleted, and its retention can only be extended', async () => {
  const version = await locked('compliance', 'COMPLIANCE');

  expect(await remove('compliance', version)).toEqual(denied);
  expect(await remove('compliance', version, true)).toEqual(denied);
  expect(await retain('compliance', 'COMPLIANCE', 1, true)).toEqual(denied);
  expect(await retain('compliance', 'GOVERNANCE', 3, true)).toEqual(denied);
  expect(await retain('compliance', 'COMPLIANCE', 3)).toEqual(['', undefined]);
  expect(await s3.read('compliance', { VersionId: version })).toBe('evidence');
});

test('a version in governance mode can be deleted only with the bypass', async () => {
  const version = await locked('governance', 'GOVERNANCE');

  expect(await remove('governance', version)).toEqual(denied);
  expect(await retain('governance', 'GOVERNANCE', 1)).toEqual(denied);
  expect(await remove('governance', version, true)).toEqual(['', undefined]);
  expect((await refusalOf(s3.read('governance', { VersionId: version })))[0]).toBe('NoSuchVersion');
});

test('overwriting and deleting keep the locked version readable', async () => {
  const version = await locked('hidden', 'COMPLIANCE');
  await s3.put('hidden', 'other');
  await s3.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'hidden' }));

  expect(await s3.read('hidden', { VersionId: version })).toBe('evidence');
});

test('a read returns the lock until its end', async () => {
  await locked('read', 'COMPLIANCE');
  const head = await s3.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'read' }));
  const command = new GetObjectRetentionCommand({ Bucket: BUCKET, Key: 'read' });
  const { Retention } = await s3.client.send(command);

  expect(head.ObjectLockMode).toBe('COMPLIANCE');
  expect(Retention).toEqual({
    Mode: 'COMPLIANCE',
    RetainUntilDate: head.ObjectLockRetainUntilDate,
  });
});

test('a legal hold keeps a version without a retention date', async () => {
  const { VersionId = '' } = await s3.put('hold', 'x', { ObjectLockLegalHoldStatus: 'ON' });

  expect(await remove('hold', VersionId, true)).toEqual(denied);
});

test('a version can be deleted after its retention', async () => {
  // The retention lasts while the clock stands, however long a request takes.
  advanceTime(0);
  const until = new Date(Date.now() + 600);
  const lock = { ObjectLockMode: 'COMPLIANCE' as const, ObjectLockRetainUntilDate: until };
  const { VersionId = '' } = await s3.put('over', 'x', lock);
  expect(await remove('over', VersionId)).toEqual(denied);
  advanceTime(700);

  expect(await remove('over', VersionId)).toEqual(['', undefined]);
});

test.each([
  ['a date in the past', { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: inDays(-1) }],
  ['a mode without a date', { ObjectLockMode: 'COMPLIANCE' }],
])('refuses %s', async (_, lock) => {
  expect(await refusalOf(s3.put('refused', 'x', lock))).toEqual(['InvalidArgument', 400]);
});

test('refuses a locked object in a bucket without Object Lock', async () => {
  await s3.client.send(new CreateBucketCommand({ Bucket: 'plain' }));
  const lock = { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: inDays(1) };

  expect((await refusalOf(s3.put('x', 'y', { ...lock, Bucket: 'plain' })))[0]).toBe(
    'InvalidRequest',
  );
});

const retention = () => ({
  ObjectLockMode: 'COMPLIANCE' as const,
  ObjectLockRetainUntilDate: inDays(1),
});
const ChecksumSHA256 = hash('sha256', 'x', 'base64');
const ContentMD5 = hash('md5', 'x', 'base64');

// The client adds a checksum of its own unless it is configured not to.
const putBare = (Key: string, more: object) => {
  const client = clientOf(s3.endpoint, 'local', { requestChecksumCalculation: 'WHEN_REQUIRED' });
  return refusalOf(client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x', ...more })));
};

test.each<[string, object, string]>([
  ['neither digest', {}, 'InvalidRequest'],
  ['a checksum whose algorithm is not named', { ChecksumSHA256 }, 'InvalidRequest'],
  ['a checksum and its algorithm', { ChecksumSHA256, ChecksumAlgorithm: 'SHA256' }, ''],
  ['Content-MD5', { ContentMD5 }, ''],
])('a put with a retention and %s', async (name, digest, code) => {
  expect((await putBare(`digest-${name}`, { ...retention(), ...digest }))[0]).toBe(code);
  const hold = { ObjectLockLegalHoldStatus: 'ON' };
  expect((await putBare(`hold-${name}`, { ...hold, ...digest }))[0]).toBe(code);
});

test('refuses a checksum of another algorithm than the named one', async () => {
  const mixed = { ChecksumSHA256, ChecksumAlgorithm: 'CRC32' };

  expect(await putBare('mixed', mixed)).toEqual(['InvalidRequest', 400]);
});

test('the bucket’s default retention applies to writes without their own', async () => {
  const Bucket = 'default';
  await s3.client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
  await s3.client.send(
    new PutObjectLockConfigurationCommand({
      Bucket,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 7 } },
      },
    }),
  );
  await s3.client.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'y' }));
  expect((await putBare('bare', { Bucket }))[0]).toBe('InvalidRequest');
  const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'x' }));

  expect(head.ObjectLockMode).toBe('GOVERNANCE');
  const days = ((head.ObjectLockRetainUntilDate?.getTime() ?? 0) - Date.now()) / DAY_MS;
  expect(Math.round(days)).toBe(7);
});
