// The local S3 with the real client of the AWS SDK.
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { GetObjectCommandInput, PutObjectCommandInput } from '@aws-sdk/client-s3';
import { startS3 } from '../../../local/s3/server.ts';
import { temporaryFolder } from '../fixture.ts';

export const BUCKET = 'archive';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export type S3Fixture = Awaited<ReturnType<typeof startS3Fixture>>;

export async function startS3Fixture() {
  const folder = temporaryFolder();
  const s3 = await startS3({ dataFolder: folder.path });
  const client = clientOf(s3.endpoint);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET, ObjectLockEnabledForBucket: true }));
  return {
    folder: folder.path,
    endpoint: s3.endpoint,
    client,
    put: (Key: string, Body: PutObjectCommandInput['Body'], more = {}) =>
      client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more })),
    read: async (Key: string, more: Partial<GetObjectCommandInput> = {}) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key, ...more }));
      return (await Body?.transformToString()) ?? '';
    },
    stop: async () => {
      client.destroy();
      await s3.stop();
      folder.remove();
    },
  };
}

export function clientOf(endpoint: string, secretAccessKey = 'local', more = {}): S3Client {
  return new S3Client({
    endpoint,
    region: 'eu-central-1',
    credentials: { ...credentials, secretAccessKey },
    maxAttempts: 1,
    logger: silent,
    ...more,
  });
}

/** The error of a refused call: S3's code and the status. */
export async function refusalOf(call: Promise<unknown>): Promise<[string, number | undefined]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof S3ServiceException) return [error.name, error.$metadata.httpStatusCode];
    throw error;
  }
  return ['', undefined];
}
