import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { CorsRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { WORK_PREFIX } from '../../../functions/artifacts/locations.ts';
import type { Stage } from '../../config/stages.ts';

export interface ArtifactsBucketProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/** The object-lock bucket of exports and reports: written once, locked until a date, never public. */
export class ArtifactsBucket extends Bucket {
  /** The name under which other stacks import its ARN. */
  readonly exportedArn: string;

  constructor(scope: Construct, id: string, { stage, key }: ArtifactsBucketProps) {
    super(scope, id, {
      versioned: true,
      objectLockEnabled: true,
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      enforceSSL: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy: stage.dataRemoval,
      ...(stage.consoleOrigin !== undefined && { cors: buildCorsRules(stage.consoleOrigin) }),
      lifecycleRules: [
        {
          id: 'work-is-passing',
          prefix: WORK_PREFIX,
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { id: 'uploads-end', abortIncompleteMultipartUploadAfter: Duration.days(2) },
      ],
    });
    const stack = Stack.of(this);
    const imported = stack.resolve(stack.exportValue(this.bucketArn)) as Record<string, string>;
    this.exportedArn = String(imported['Fn::ImportValue']);
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'The access log of the API shows who downloads an artifact, because only the API gives links; ' +
        'the institution can also record data events (docs/exports.md).',
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
