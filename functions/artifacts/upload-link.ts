import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectLockBucket } from './object-lock-bucket.ts';

export interface ExpectedUpload {
  readonly key: string;
  readonly sizeBytes: number;
  /** SHA-256, hexadecimal. */
  readonly checksum: string;
  readonly from: Date;
  readonly seconds: number;
}

/** Where to upload an object, and the headers that the request must carry. */
export interface UploadLink {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

/**
 * A presigned URL for a PUT of the object, valid from the given time for the given seconds. It signs
 * the length and the checksum, so that S3 refuses any other bytes, and does not permit reading.
 */
export async function buildUploadLink(
  bucket: ObjectLockBucket,
  { key, sizeBytes, checksum, from, seconds }: ExpectedUpload,
): Promise<UploadLink> {
  const ChecksumSHA256 = Buffer.from(checksum, 'hex').toString('base64');
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    ContentLength: sizeBytes,
    ChecksumSHA256,
  });
  const url = await getSignedUrl(bucket.client, command, {
    expiresIn: seconds,
    signingDate: from,
    // S3 ignores a checksum in the query of a URL.
    unhoistableHeaders: new Set([CHECKSUM_HEADER]),
  });
  return { url, headers: { [CHECKSUM_HEADER]: ChecksumSHA256 } };
}
