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

/** `startProxy` can start a proxy: it receives the address of S3 and returns that of the proxy. */
export async function startBucket(
  startProxy: (endpoint: string) => Promise<string> = async (endpoint) => endpoint,
): Promise<TestBucket> {
  const folder = mkdtempSync(join(tmpdir(), 'artifacts-'));
  // A test that advances the clock of its process must not advance that of S3.
  const now = () => new Date(performance.timeOrigin + performance.now());
  const s3 = await startS3({ dataFolder: folder, now });
  const endpoint = await startProxy(s3.endpoint);
  const bucket = openObjectLockBucket(
    { name: BUCKET, lockMode: 'COMPLIANCE' },
    {
      endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      forcePathStyle: true,
    },
  );
  await createBucket({ bucket }, BUCKET);
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

/** Creates an object-lock bucket of that name on the same server. */
export async function createBucket(
  { bucket }: Pick<TestBucket, 'bucket'>,
  name: string,
): Promise<void> {
  const input = { Bucket: name, ObjectLockEnabledForBucket: true };
  await bucket.client.send(new CreateBucketCommand(input));
}
