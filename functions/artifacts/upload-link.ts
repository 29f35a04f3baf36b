import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectLockBucket } from './object-lock-bucket.ts';

/**
 * A URL that whoever has it may PUT the object to, from that time on for that long. It needs no
 * header that would have to fit, and opens nothing for reading.
 */
export function buildUploadLink(
  bucket: ObjectLockBucket,
  { key, from, seconds }: { key: string; from: Date; seconds: number },
): Promise<string> {
  const command = new PutObjectCommand({ Bucket: bucket.name, Key: key });
  const options = { expiresIn: seconds, signingDate: from };
  return getSignedUrl(buildSigner(bucket), command, options);
}

// By default the client signs a checksum of the body, which at this time is still empty.
function buildSigner({ client: { config } }: ObjectLockBucket): S3Client {
  return new S3Client({
    region: config.region,
    credentials: config.credentials,
    endpoint: config.endpoint,
    forcePathStyle: config.forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}
