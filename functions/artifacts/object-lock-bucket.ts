// The buckets of the artifacts and of the evidence logs. Only this folder knows S3.
import { S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';

export type LockMode = 'COMPLIANCE' | 'GOVERNANCE';

export interface ObjectLockConfiguration {
  readonly name: string;
  /**
   * In COMPLIANCE mode no one can delete an object before its retention ends, whatever their
   * permissions.
   */
  readonly lockMode: LockMode;
}

export interface ObjectLockBucket extends ObjectLockConfiguration {
  readonly client: S3Client;
}

// The SDK retries 5xx answers and lost connections, with backoff.
const CLIENT_SETTINGS = {
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
};

/** `connection` is for programs outside of Lambda, which choose their own endpoint. */
export function openObjectLockBucket(
  configuration: ObjectLockConfiguration,
  connection: S3ClientConfig = {},
): ObjectLockBucket {
  return { ...configuration, client: new S3Client({ ...CLIENT_SETTINGS, ...connection }) };
}

/** Opens the bucket of the evidence logs, which are locked for everyone in every stage. */
export function openEvidenceBucket(name: string, connection?: S3ClientConfig): ObjectLockBucket {
  return openObjectLockBucket({ name, lockMode: 'COMPLIANCE' }, connection);
}
