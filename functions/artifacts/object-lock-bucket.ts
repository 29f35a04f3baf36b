// The bucket that artifacts are kept in. Only this folder knows S3.
import { S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';

export type LockMode = 'COMPLIANCE' | 'GOVERNANCE';

export interface ObjectLockConfiguration {
  readonly name: string;
  /** COMPLIANCE: nobody can delete before the time, whatever their rights. */
  readonly lockMode: LockMode;
}

export interface ObjectLockBucket extends ObjectLockConfiguration {
  readonly client: S3Client;
}

// What S3 answers with 5xx or not at all is asked again, spread out.
const CLIENT_SETTINGS = {
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
};

/** `connection` is for programs outside of Lambda. */
export function openObjectLockBucket(
  configuration: ObjectLockConfiguration,
  connection: S3ClientConfig = {},
): ObjectLockBucket {
  return { ...configuration, client: new S3Client({ ...CLIENT_SETTINGS, ...connection }) };
}
