import { Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';

export interface BucketSurroundings {
  readonly stage: Stage;
  readonly key: IKey;
}

export interface LockedBucketProps
  extends
    BucketSurroundings,
    Pick<BucketProps, 'cors' | 'lifecycleRules' | 'objectLockDefaultRetention'> {
  /** Why the bucket needs no access log of its own. */
  readonly unlogged: string;
}

/** A bucket whose objects can be locked: versioned, encrypted, never public. */
export class LockedBucket extends Bucket {
  /** The name under which other stacks import its ARN. */
  readonly exportedArn: string;

  constructor(scope: Construct, id: string, props: LockedBucketProps) {
    const { stage, key, unlogged, ...settings } = props;
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
    });
    const stack = Stack.of(this);
    const imported = stack.resolve(stack.exportValue(this.bucketArn)) as Record<string, string>;
    this.exportedArn = String(imported['Fn::ImportValue']);
    Validations.of(this).acknowledge({ id: 'AwsSolutions-S1', reason: unlogged });
  }
}
