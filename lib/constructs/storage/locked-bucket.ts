import { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { BucketProps, IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from '../findings/acknowledge.ts';
import { BUCKET_RULES } from '../findings/acknowledged-rules.ts';
import type { ReplicaSettings } from '../../config/backups.ts';
import { replicate } from './replication.ts';
import type { Stage } from '../../config/stages.ts';

export interface BucketSurroundings {
  readonly stage: Stage;
  readonly key: IKey;
  /** Takes S3's log of each access, if the stage wants one. */
  readonly accessLog?: IBucket | undefined;
}

export interface LockedBucketProps
  extends
    BucketSurroundings,
    Pick<BucketProps, 'cors' | 'lifecycleRules' | 'objectLockDefaultRetention'> {
  /** Where its objects are copied to. */
  readonly replica: ReplicaSettings | undefined;
}

/** A bucket whose objects can be locked: versioned, encrypted, never public. */
export class LockedBucket extends Bucket {
  /** The name under which other stacks import its ARN. */
  readonly exportedArn: string;

  constructor(scope: Construct, id: string, props: LockedBucketProps) {
    const { stage, key, replica, accessLog, ...settings } = props;
    super(scope, id, {
      ...settings,
      versioned: true,
      objectLockEnabled: true,
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      enforceSSL: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy: stage.dataRemoval,
      ...(accessLog && {
        serverAccessLogsBucket: accessLog,
        serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      }),
    });
    const stack = Stack.of(this);
    const imported = stack.resolve(stack.exportValue(this.bucketArn)) as Record<string, string>;
    this.exportedArn = String(imported['Fn::ImportValue']);
    if (!accessLog) acknowledge(this, BUCKET_RULES.unlogged);
    if (replica) replicate(this, key, replica);
    else acknowledge(this, BUCKET_RULES.unreplicated);
  }
}
