// Whole objects: written once and locked, or written to work with; read, and linked to.
import { createHash } from 'node:crypto';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { LockMode, ObjectLockBucket } from './object-lock-bucket.ts';

export interface LockedObject {
  readonly key: string;
  readonly body: Buffer;
  readonly mediaType: string;
  /** Until when it cannot be deleted; a time that has passed locks nothing. */
  readonly until: Date;
}

/**
 * Puts an object where none is yet, with its SHA-256 and locked. One that is there already stays:
 * what is written under one name is always the same, so whoever came first has written this one.
 */
export async function writeOnce(
  bucket: ObjectLockBucket,
  { key, body, mediaType, until }: LockedObject,
): Promise<void> {
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    Body: body,
    ContentType: mediaType,
    ChecksumSHA256: createHash('sha256').update(body).digest('base64'),
    IfNoneMatch: '*',
    ...buildRetention(bucket.lockMode, until),
  });
  await bucket.client.send(command).catch(ignoreExistingObject);
}

/** Passes over the answer that there is an object of that name. */
export function ignoreExistingObject(error: unknown): void {
  if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error;
}

export function buildRetention(mode: LockMode, until: Date) {
  if (until <= new Date()) return {};
  return { ObjectLockMode: mode, ObjectLockRetainUntilDate: until };
}

/** Puts an object to work with: the same again does no harm. */
export async function writeWorkObject(
  bucket: ObjectLockBucket,
  key: string,
  body: Buffer,
): Promise<void> {
  const ChecksumSHA256 = createHash('sha256').update(body).digest('base64');
  await bucket.client.send(
    new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: body, ChecksumSHA256 }),
  );
}

/** The whole object in memory: for small ones. Undefined when there is none. */
export async function readWholeObject(
  bucket: ObjectLockBucket,
  key: string,
): Promise<Buffer | undefined> {
  const { Body: body } = await bucket.client
    .send(new GetObjectCommand({ Bucket: bucket.name, Key: key }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return { Body: undefined };
      throw error;
    });
  return body && Buffer.from(await body.transformToByteArray());
}

/** How large the object is; undefined when there is none. */
export async function readObjectSize(
  bucket: ObjectLockBucket,
  key: string,
): Promise<number | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
    return (await bucket.client.send(command)).ContentLength;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

export interface ObjectDescription {
  readonly sizeBytes: number;
  /** Of this very content: another one that takes its place has another. */
  readonly versionId: string | undefined;
}

/** What there is under a name; undefined when there is nothing. */
export async function describeObject(
  bucket: ObjectLockBucket,
  key: string,
): Promise<ObjectDescription | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
    const { ContentLength: sizeBytes = 0, VersionId: versionId } =
      await bucket.client.send(command);
    return { sizeBytes, versionId };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

export interface DownloadLink {
  readonly key: string;
  /** The name and the type that the download gets. */
  readonly filename: string;
  readonly mediaType: string;
  readonly seconds: number;
}

/** A URL that whoever has it may download the object from, for that long. */
export function buildDownloadLink(
  bucket: ObjectLockBucket,
  { key, filename, mediaType, seconds }: DownloadLink,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket.name,
    Key: key,
    ResponseContentType: mediaType,
    ResponseContentDisposition: `attachment; filename="${filename}"`,
  });
  return getSignedUrl(bucket.client, command, { expiresIn: seconds });
}
