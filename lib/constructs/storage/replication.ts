// Copies the objects of a bucket into one of another region or account, with their locks.
import { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { CfnBucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { ReplicaSettings } from '../../config/backups.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { PLACED_RULES } from '../findings/acknowledged-rules.ts';
import { buildAllowStatement } from '../allow-statement.ts';

/** The name under which S3 counts what the rule copies. */
export const REPLICATION_RULE = 'copy';

/** Makes S3 replicate the bucket. Delete markers are not replicated: the copy keeps what the bucket lets go. */
export function replicate(bucket: IBucket, key: IKey, replica: ReplicaSettings): void {
  const role = buildReplicationRole(bucket, key, replica);
  const template = bucket.node.defaultChild as CfnBucket;
  template.replicationConfiguration = {
    role: role.roleArn,
    rules: [
      {
        id: REPLICATION_RULE,
        status: 'Enabled',
        priority: 1,
        filter: { prefix: '' },
        deleteMarkerReplication: { status: 'Disabled' },
        sourceSelectionCriteria: { sseKmsEncryptedObjects: { status: 'Enabled' } },
        destination: {
          bucket: replica.bucket,
          account: replica.account,
          accessControlTranslation: { owner: 'Destination' },
          encryptionConfiguration: { replicaKmsKeyId: replica.key },
          // S3 counts what is late, and copies all but a rare object within fifteen minutes.
          metrics: { status: 'Enabled', eventThreshold: { minutes: 15 } },
          replicationTime: { status: 'Enabled', time: { minutes: 15 } },
        },
      },
    ],
  };
}

/** Reading needs the locks too: without their grants, S3 copies no locked version. */
const READING = [
  's3:GetObjectVersionForReplication',
  's3:GetObjectVersionAcl',
  's3:GetObjectVersionTagging',
  's3:GetObjectRetention',
  's3:GetObjectLegalHold',
];

const WRITING = ['s3:ReplicateObject', 's3:ReplicateTags', 's3:ObjectOwnerOverrideToBucketOwner'];

function buildReplicationRole(bucket: IBucket, key: IKey, replica: ReplicaSettings): Role {
  const own = ['s3:GetReplicationConfiguration', 's3:ListBucket'];
  const statements = [
    buildAllowStatement(own, [bucket.bucketArn]),
    buildAllowStatement(READING, [bucket.arnForObjects('*')]),
    buildAllowStatement(WRITING, [`${replica.bucket}/*`]),
    buildAllowStatement(['kms:Decrypt'], [key.keyArn]),
    buildAllowStatement(['kms:Encrypt', 'kms:GenerateDataKey'], [replica.key]),
  ];
  const role = new Role(bucket, 'Replication', {
    assumedBy: new ServicePrincipal('s3.amazonaws.com'),
  });
  // A policy of its own: the bucket names the role, so the role must not name the bucket.
  for (const statement of statements) role.addToPrincipalPolicy(statement);
  for (const objects of [`${replica.bucket}/*`, `<${readLogicalId(bucket)}.Arn>/*`])
    acknowledge(role, PLACED_RULES.objectsByPrefix, `Resource::${objects}`);
  return role;
}

function readLogicalId(bucket: IBucket): string {
  const { logicalId } = bucket.node.defaultChild as CfnBucket;
  return String(Stack.of(bucket).resolve(logicalId));
}
