import { Duration } from 'aws-cdk-lib';
import { ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { UNPUBLISHED_PREFIX } from '../../../functions/artifacts/locations.ts';
import { LockedBucket } from './locked-bucket.ts';
import type { BucketSurroundings } from './locked-bucket.ts';

/**
 * The object-lock bucket of the evidence logs. What is written to it can be read and added to, and not
 * deleted by anyone before its retention ends, whatever the artifacts of the stage allow.
 */
export class EvidenceBucket extends LockedBucket {
  constructor(scope: Construct, id: string, surroundings: BucketSurroundings) {
    const retention = Duration.days(surroundings.stage.evidenceRetentionDays);
    super(scope, id, {
      ...surroundings,
      replica: surroundings.stage.replicas.evidence,
      objectLockDefaultRetention: ObjectLockRetention.compliance(retention),
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
  }
}
