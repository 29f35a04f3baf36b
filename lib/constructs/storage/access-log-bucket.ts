import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '../../config/stages.ts';
import { acknowledge } from '../findings/acknowledge.ts';
import { BUCKET_RULES } from '../findings/acknowledged-rules.ts';

/** Keeps S3's own log of who read and wrote the objects of other buckets, as long as other logs are kept. */
export class AccessLogBucket extends Bucket {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      versioned: true,
      // S3 cannot deliver its log under a key of ours.
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy: stage.dataRemoval,
      lifecycleRules: [
        {
          id: 'logs-end',
          expiration: Duration.days(stage.logRetentionDays),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    acknowledge(this, BUCKET_RULES.ownLog);
  }
}
