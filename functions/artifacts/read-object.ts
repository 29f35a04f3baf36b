import { GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { ObjectLockBucket } from './object-lock-bucket.ts';

export interface ObjectRange {
  readonly key: string;
  /** Holds on to one version, so that what is written meanwhile does not mix in. */
  readonly versionId?: string | undefined;
  /** The first byte wanted. */
  readonly start?: number;
  /** The last byte wanted; absent: up to the end. */
  readonly end?: number;
  /** How long a connection may give nothing before it is taken for dead. */
  readonly stallMs?: number;
}

const ATTEMPTS_MAX = 5;
const STALL_MS_DEFAULT = 20_000;

/**
 * The object's bytes in pieces, as they arrive. A connection that breaks or stalls is replaced by
 * one that goes on where it ended; throws when several in a row gave nothing.
 */
export async function* readObject(
  bucket: ObjectLockBucket,
  wanted: ObjectRange,
): AsyncGenerator<Buffer> {
  let start = wanted.start ?? 0;
  let failures = 0;
  for (;;) {
    const before = start;
    try {
      for await (const piece of streamPieces(bucket, wanted, start)) {
        yield piece;
        start += piece.length;
      }
      return;
    } catch (error) {
      failures = start > before ? 1 : failures + 1;
      if (isPermanentError(error) || failures >= ATTEMPTS_MAX) throw error;
    }
  }
}

async function* streamPieces(bucket: ObjectLockBucket, wanted: ObjectRange, start: number) {
  const { key, versionId, end, stallMs = STALL_MS_DEFAULT } = wanted;
  if (end !== undefined && start > end) return;
  const isPart = start > 0 || end !== undefined;
  const command = new GetObjectCommand({
    Bucket: bucket.name,
    Key: key,
    VersionId: versionId,
    ...(isPart && { Range: `bytes=${start}-${end ?? ''}` }),
  });
  const body = (await bucket.client.send(command)).Body as Readable;
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => body.destroy(new Error(`${key} stalled`)), stallMs);
  };
  try {
    watch();
    for await (const piece of body) {
      clearTimeout(timer);
      yield piece as Buffer;
      watch();
    }
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

// Reading again changes nothing about an answer of 4xx.
function isPermanentError(error: unknown): boolean {
  const status = readStatusCode(error);
  return status !== undefined && status < 500;
}

/**
 * Up to that many bytes from `start` on, in one request, and the size of the whole. Beyond its end
 * there is nothing.
 */
export async function readObjectRange(
  { client, name: bucket }: ObjectLockBucket,
  { key, start, bytes }: { key: string; start: number; bytes: number },
): Promise<{ body: Buffer; sizeBytes: number }> {
  const Range = `bytes=${start}-${start + bytes - 1}`;
  try {
    const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
    const body = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    return { body, sizeBytes: Number(found.ContentRange?.split('/')[1] ?? body.length) };
  } catch (error) {
    if (readStatusCode(error) === 416) return { body: Buffer.alloc(0), sizeBytes: start };
    throw error;
  }
}

function readStatusCode(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
