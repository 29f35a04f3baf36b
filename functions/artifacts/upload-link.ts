import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectLockBucket } from './object-lock-bucket.ts';

/**
 * A presigned URL for a PUT of the object, valid from the given time for the given seconds. The client
 * needs no particular headers, and the URL does not permit reading.
 */
export function buildUploadLink(
  bucket: ObjectLockBucket,
  { key, from, seconds }: { key: string; from: Date; seconds: number },
): Promise<string> {
  const command = new PutObjectCommand({ Bucket: bucket.name, Key: key });
  const options = { expiresIn: seconds, signingDate: from };
  return getSignedUrl(buildSigner(bucket), command, options);
}

// By default the SDK signs a checksum of the body, which is still empty at this time.
function buildSigner({ client: { config } }: ObjectLockBucket): S3Client {
  return new S3Client({
    region: config.region,
    credentials: config.credentials,
    endpoint: config.endpoint,
    forcePathStyle: config.forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}
