// The template's buckets on the local S3, and functions that use them with the SDK's defaults.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { chooseS3 } from '../../../local/start/buckets.ts';
import { startS3 } from '../../../local/s3/server.ts';
import { startFixture, temporaryFolder } from '../fixture.ts';
import { clientOf } from './s3-fixture.ts';

const s3Package = import.meta.resolve('@aws-sdk/client-s3');
const WRITES = `
import { PutObjectCommand, S3Client } from '${s3Package}';
const client = new S3Client({});
export const handler = async ({ key }) => {
  const command = new PutObjectCommand({ Bucket: process.env.BUCKET, Key: key, Body: 'x' });
  return (await client.send(command)).VersionId ?? 'none';
};`;
const environment = { Environment: { Variables: { BUCKET: { Ref: 'Archive' } } } };
const resources = {
  Archive: {
    Type: 'AWS::S3::Bucket',
    Properties: {
      VersioningConfiguration: { Status: 'Enabled' },
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1 } },
      },
    },
  },
  Plain: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'plain-bucket' } },
  Policy: { Type: 'AWS::S3::BucketPolicy', Properties: {} },
};

const data = temporaryFolder();
const start = (more = {}) => startFixture({ writes: [WRITES, environment] }, resources, more);
let fixture: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  fixture = await start({ dataFolder: data.path });
});
afterAll(async () => {
  await fixture.stop();
  data.remove();
});

const head = (endpoint: string, Key: string) =>
  clientOf(endpoint).send(new HeadObjectCommand({ Bucket: 'fixture-archive', Key }));

test('a function writes to the bucket named in its environment, under the bucket’s rules', async () => {
  const version = await fixture.functions.invoke('writes', { key: 'a/b' });
  const { VersionId, ObjectLockMode } = await head(fixture.s3Endpoint ?? '', 'a/b');

  expect(VersionId).toBe(version);
  expect(ObjectLockMode).toBe('GOVERNANCE');
  expect(fixture.lines.find((line) => line.startsWith('S3:'))).toMatch(
    /^S3: fixture-archive, plain-bucket at http:\/\/127\.0\.0\.1:\d+$/,
  );
});

test('objects and the endpoint survive a restart of the runner', async () => {
  await fixture.functions.invoke('writes', { key: 'kept' });
  const before = fixture.s3Endpoint ?? '';
  await fixture.stop();
  fixture = await start({ dataFolder: data.path });

  expect(fixture.s3Endpoint).toBe(before);
  expect((await head(before, 'kept')).ContentLength).toBe(1);
});

test('uses another S3 that is configured', async () => {
  const folder = temporaryFolder();
  const other = await startS3({ dataFolder: folder.path });
  const fixed = await start({ s3: chooseS3(other.endpoint) });
  await fixed.functions.invoke('writes', { key: 'there' });

  expect(fixed.s3Endpoint).toBe(other.endpoint);
  expect((await head(other.endpoint, 'there')).ContentLength).toBe(1);
  await fixed.stop();
  await other.stop();
  folder.remove();
});

test('starts no S3 for a template without buckets, and names a wrong S3_ENDPOINT', async () => {
  const without = await startFixture({}, {});
  await without.stop();

  expect(without.s3Endpoint).toBeUndefined();
  expect(chooseS3('')).toBeUndefined();
  expect(() => chooseS3('minio:9000')).toThrow('S3_ENDPOINT is "minio:9000"');
});
