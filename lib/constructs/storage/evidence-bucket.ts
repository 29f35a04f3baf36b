import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectLockRetention,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { UNPUBLISHED_PREFIX } from '../../../functions/artifacts/locations.ts';
import type { Stage } from '../../config/stages.ts';

export interface EvidenceBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/**
 * The object-lock bucket of the evidence logs. What is written to it can be read and added to, and not
 * deleted by anyone before its retention ends, whatever the artifacts of the stage allow.
 */
export class EvidenceBucket extends Bucket {
  /** The name under which other stacks import its ARN. */
  readonly exportedArn: string;

  constructor(scope: Construct, id: string, { stage, key }: EvidenceBucketProps) {
    const retention = Duration.days(stage.evidenceRetentionDays);
    super(scope, id, {
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(retention),
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      enforceSSL: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy: stage.dataRemoval,
      lifecycleRules: [
        {
          id: 'unpublished-batches-end',
          prefix: UNPUBLISHED_PREFIX,
          expiration: Duration.days(30),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          // Of all others, sealing deletes only partial tiles. No rule removes a locked version.
          id: 'partial-tiles-end',
          noncurrentVersionExpiration: Duration.days(3),
          expiredObjectDeleteMarker: true,
        },
      ],
    });
    const stack = Stack.of(this);
    const imported = stack.resolve(stack.exportValue(this.bucketArn)) as Record<string, string>;
    this.exportedArn = String(imported['Fn::ImportValue']);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Readers get the log from the API, whose access log names them; the institution can also record ' +
        'data events (docs/exports.md).',
    });
  }
}
