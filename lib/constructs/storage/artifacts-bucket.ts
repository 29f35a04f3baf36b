import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { WORK_PREFIX } from '../../../functions/artifacts/locations.ts';
import { LockedBucket } from './locked-bucket.ts';
import type { BucketSurroundings } from './locked-bucket.ts';

/** The object-lock bucket of exports and reports: written once, locked until a date, never public. */
export class ArtifactsBucket extends LockedBucket {
  constructor(scope: Construct, id: string, surroundings: BucketSurroundings) {
    super(scope, id, {
      ...surroundings,
      lifecycleRules: [
        {
          id: 'work-is-passing',
          prefix: WORK_PREFIX,
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'uploads-end', abortIncompleteMultipartUploadAfter: Duration.days(2) },
      ],
      unlogged:
        'The access log of the API shows who downloads an artifact, because only the API gives links; ' +
        'the institution can also record data events (docs/exports.md).',
    });
  }
}
