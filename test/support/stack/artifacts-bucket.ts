// A local S3 with an object-lock bucket, and the artifact storage on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { openObjectLockBucket } from '../../../functions/artifacts/object-lock-bucket.ts';
import type { ObjectLockBucket } from '../../../functions/artifacts/object-lock-bucket.ts';
import { startS3 } from '../../../local/s3/server.ts';

export interface TestBucket {
  readonly bucket: ObjectLockBucket;
  readonly endpoint: string;
  stop(): Promise<void>;
}

export const BUCKET = 'artifacts';

/** `before` may put a proxy before the S3: it receives the address and returns the one to use. */
export async function startBucket(
  before: (endpoint: string) => Promise<string> = async (endpoint) => endpoint,
): Promise<TestBucket> {
  const folder = mkdtempSync(join(tmpdir(), 'artifacts-'));
  // A test that advances the clock advances that of the test process, not that of S3.
  const now = () => new Date(performance.timeOrigin + performance.now());
  const s3 = await startS3({ dataFolder: folder, now });
  const endpoint = await before(s3.endpoint);
  const bucket = openObjectLockBucket(
    { name: BUCKET, lockMode: 'COMPLIANCE' },
    {
      endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      forcePathStyle: true,
    },
  );
  const input = { Bucket: BUCKET, ObjectLockEnabledForBucket: true };
  await bucket.client.send(new CreateBucketCommand(input));
  return {
    bucket,
    endpoint,
    stop: async () => {
      bucket.client.destroy();
      await s3.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
