// The uses of a key that a service makes on behalf of the caller, who needs grants for them. None of these grants lets
// the caller use the key itself: what was encrypted with it can be read only where it is stored.
import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/** A service whose data is encrypted with the key. */
export type KeyUser = 'dynamodb' | 's3' | 'secretsmanager' | 'sqs';

/** Allows these uses of the key to the service, for what the caller asks of it. */
export function buildKeyGrant(
  { keyArn }: IKey,
  service: KeyUser,
  uses: readonly string[],
): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.ALLOW,
    actions: uses.map((use) => `kms:${use}`),
    resources: [keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com` } },
  });
}

const READING_TABLES = ['Decrypt', 'DescribeKey'];

/** What reading a table or its stream needs. */
export function buildReadKeyGrant(key: IKey): PolicyStatement {
  return buildKeyGrant(key, 'dynamodb', READING_TABLES);
}

/** What reading and writing a table needs. */
export function buildTableKeyGrant(key: IKey): PolicyStatement {
  const writing = ['Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'];
  return buildKeyGrant(key, 'dynamodb', [...READING_TABLES, ...writing]);
}

/** What writing an object needs, or a secret. */
const WRITING = ['Decrypt', 'GenerateDataKey'];

/** What reading and writing the objects of a bucket needs. */
export function buildObjectKeyGrant(key: IKey): PolicyStatement {
  return buildKeyGrant(key, 's3', WRITING);
}

/** What sending to a queue needs. */
export function buildQueueKeyGrant(key: IKey): PolicyStatement {
  return buildKeyGrant(key, 'sqs', WRITING);
}
