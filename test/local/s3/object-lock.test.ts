import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectLockConfigurationCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3';
import { BUCKET, refusalOf, startS3Fixture } from './s3-fixture.ts';
import type { S3Fixture } from './s3-fixture.ts';

let s3: S3Fixture;
beforeAll(async () => {
  s3 = await startS3Fixture();
});
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
  const until = new Date(Date.now() + 600);
  const lock = { ObjectLockMode: 'COMPLIANCE' as const, ObjectLockRetainUntilDate: until };
  const { VersionId = '' } = await s3.put('over', 'x', lock);
  expect(await remove('over', VersionId)).toEqual(denied);
  await new Promise((resolve) => setTimeout(resolve, 700));

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
  const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'x' }));

  expect(head.ObjectLockMode).toBe('GOVERNANCE');
  const days = ((head.ObjectLockRetainUntilDate?.getTime() ?? 0) - Date.now()) / DAY_MS;
  expect(Math.round(days)).toBe(7);
});
