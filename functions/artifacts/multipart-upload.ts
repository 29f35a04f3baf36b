// Writes an object of any size once, in parts of equal size. Memory holds one part; S3 checks the
// SHA-256 of every part, and the result lists it.
import { createHash, hash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { buildRetention, ignoreExistingObject, SHA256, writeOnce } from './objects.ts';
import type { LockedObject } from './objects.ts';
import type { ObjectLockBucket } from './object-lock-bucket.ts';

export interface ObjectPart {
  /** From 1. */
  readonly number: number;
  /** The offset of its first byte in the object. */
  readonly offset: number;
  readonly sizeBytes: number;
  /** SHA-256, hexadecimal. */
  readonly checksum: string;
}

export interface WrittenObject {
  readonly sizeBytes: number;
  /** SHA-256 of the whole object, hexadecimal. */
  readonly checksum: string;
  readonly parts: readonly ObjectPart[];
}

export const PART_BYTES = 16 * 1024 * 1024;

/** Writes the pieces as one object and locks it. An existing object stays, as with `writeOnce`. */
export async function writeLargeOnce(
  bucket: ObjectLockBucket,
  object: Omit<LockedObject, 'body'>,
  pieces: AsyncIterable<Buffer>,
): Promise<WrittenObject> {
  const whole = createHash('sha256');
  const parts: ObjectPart[] = [];
  let upload: MultipartUpload | undefined;
  let sizeBytes = 0;
  try {
    for await (const { body, isLast } of splitIntoParts(pieces)) {
      whole.update(body);
      const checksum = hash('sha256', body, 'hex');
      const number = parts.length + 1;
      const part = { number, offset: sizeBytes, sizeBytes: body.byteLength, checksum };
      if (number === 1 && isLast) await writeOnce(bucket, { ...object, body });
      else await (upload ??= await MultipartUpload.begin(bucket, object)).add(part, body);
      parts.push(part);
      sizeBytes += body.byteLength;
    }
    await upload?.complete(parts);
  } catch (error) {
    await upload?.abandon();
    throw error;
  }
  return { sizeBytes, checksum: whole.digest('hex'), parts };
}

/**
 * Joins the pieces into parts of equal size; there is always at least one part, which may be empty. A
 * part is valid only until the next one is requested, because all parts share one buffer.
 */
async function* splitIntoParts(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<{ body: Buffer; isLast: boolean }> {
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let bytes = 0;
  for await (const piece of pieces) {
    let rest = piece;
    while (bytes + rest.byteLength > PART_BYTES) {
      const taken = rest.copy(part, bytes);
      yield { body: part, isLast: false };
      rest = rest.subarray(taken);
      bytes = 0;
    }
    bytes += rest.copy(part, bytes);
  }
  yield { body: part.subarray(0, bytes), isLast: true };
}

class MultipartUpload {
  readonly #bucket: ObjectLockBucket;
  readonly #target: { Bucket: string; Key: string; UploadId: string | undefined };
  readonly #tags: (string | undefined)[] = [];

  private constructor(bucket: ObjectLockBucket, key: string, id: string | undefined) {
    this.#bucket = bucket;
    this.#target = { Bucket: bucket.name, Key: key, UploadId: id };
  }

  static async begin(
    bucket: ObjectLockBucket,
    { key, mediaType, until }: Omit<LockedObject, 'body'>,
  ): Promise<MultipartUpload> {
    const command = new CreateMultipartUploadCommand({
      Bucket: bucket.name,
      Key: key,
      ContentType: mediaType,
      ChecksumAlgorithm: SHA256,
      ...buildRetention(bucket.lockMode, until),
    });
    return new MultipartUpload(bucket, key, (await bucket.client.send(command)).UploadId);
  }

  async add({ number, checksum }: ObjectPart, body: Buffer): Promise<void> {
    const command = new UploadPartCommand({
      ...this.#target,
      PartNumber: number,
      Body: body,
      ChecksumAlgorithm: SHA256,
      ChecksumSHA256: toBase64(checksum),
    });
    this.#tags[number] = (await this.#bucket.client.send(command)).ETag;
  }

  async complete(parts: readonly ObjectPart[]): Promise<void> {
    const Parts = parts.map(({ number, checksum }) => ({
      PartNumber: number,
      ETag: this.#tags[number],
      ChecksumSHA256: toBase64(checksum),
    }));
    const command = new CompleteMultipartUploadCommand({
      ...this.#target,
      MultipartUpload: { Parts },
      IfNoneMatch: '*',
    });
    try {
      await this.#bucket.client.send(command);
    } catch (error) {
      ignoreExistingObject(error);
      await this.abandon();
    }
  }

  // If this fails as well, a lifecycle rule of the bucket deletes the incomplete upload.
  async abandon(): Promise<void> {
    await this.#bucket.client
      .send(new AbortMultipartUploadCommand(this.#target))
      .catch(() => undefined);
  }
}

function toBase64(checksum: string): string {
  return Buffer.from(checksum, 'hex').toString('base64');
}
