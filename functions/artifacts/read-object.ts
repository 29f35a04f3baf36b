import { GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { ObjectLockBucket } from './object-lock-bucket.ts';

export interface ObjectRange {
  readonly key: string;
  /** Reads one version, so that a concurrent overwrite cannot mix into the content. */
  readonly versionId?: string | undefined;
  /** The first byte to read. */
  readonly start?: number;
  /** The last byte to read; absent for the end of the object. */
  readonly end?: number;
  /** How long a connection may deliver nothing before it counts as broken. */
  readonly stallMs?: number;
}

const ATTEMPTS_MAX = 5;
const STALL_MS_DEFAULT = 20_000;

/**
 * The object's bytes in pieces, as they arrive. Replaces a broken or stalled connection by one that
 * continues at the same byte; throws when several connections in a row delivered nothing.
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

// A retry cannot change a 4xx answer.
function isPermanentError(error: unknown): boolean {
  const status = readStatusCode(error);
  return status !== undefined && status < 500;
}

/**
 * Reads at most `bytes` bytes from `start` on, and the size of the whole object, in one request.
 * Returns no bytes beyond the end.
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
