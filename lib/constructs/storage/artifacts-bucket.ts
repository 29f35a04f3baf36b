import { Duration } from 'aws-cdk-lib';
import { HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { CorsRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { VERIFICATION_PREFIX, WORK_PREFIX } from '../../../functions/artifacts/locations.ts';
import { LockedBucket } from './locked-bucket.ts';
import type { BucketSurroundings } from './locked-bucket.ts';

/** The object-lock bucket of exports and reports: written once, locked until a date, never public. */
export class ArtifactsBucket extends LockedBucket {
  constructor(scope: Construct, id: string, surroundings: BucketSurroundings) {
    const { consoleOrigin } = surroundings.stage;
    super(scope, id, {
      ...surroundings,
      replica: surroundings.stage.replicas.artifacts,
      ...(consoleOrigin !== undefined && { cors: buildCorsRules(consoleOrigin) }),
      lifecycleRules: [
        {
          id: 'work-is-passing',
          prefix: WORK_PREFIX,
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          id: 'checkpoints-are-passing',
          prefix: VERIFICATION_PREFIX,
          expiration: Duration.days(2),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'uploads-end', abortIncompleteMultipartUploadAfter: Duration.days(2) },
      ],
    });
  }
}

const CORS_SECONDS = 3_600;

// The console reads and uploads files by links that are valid for minutes; a link permits only what it signs.
function buildCorsRules(consoleOrigin: string): CorsRule[] {
  const rule = { allowedOrigins: [consoleOrigin], maxAge: CORS_SECONDS };
  return [
    {
      ...rule,
      allowedMethods: [HttpMethods.GET],
      allowedHeaders: ['Range'],
      exposedHeaders: [
        'Accept-Ranges',
        'Content-Disposition',
        'Content-Range',
        'ETag',
        'x-amz-checksum-sha256',
      ],
    },
    {
      ...rule,
      allowedMethods: [HttpMethods.PUT],
      allowedHeaders: ['Content-Type', 'x-amz-checksum-sha256'],
      exposedHeaders: ['ETag', 'x-amz-checksum-sha256'],
    },
  ];
}
