// Whole objects: writes them once and locked, or as work files; reads them and links to them.
import { hash } from 'node:crypto';
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
  /** The end of the retention; S3 refuses a past time. */
  readonly until: Date;
}

/**
 * Puts an object with its SHA-256 and locks it. An existing object stays: a key always stands for the
 * same content, so an earlier attempt has written it.
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
    ...buildChecksum(body),
    IfNoneMatch: '*',
    ...buildRetention(bucket.lockMode, until),
  });
  await bucket.client.send(command).catch(ignoreExistingObject);
}

/** Ignores the error that the object already exists; rethrows any other. */
export function ignoreExistingObject(error: unknown): void {
  if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error;
}

export function buildRetention(mode: LockMode, until: Date) {
  return { ObjectLockMode: mode, ObjectLockRetainUntilDate: until };
}

// S3 demands the name of the algorithm of each put with a retention, beside the checksum itself.
export function buildChecksum(body: Buffer) {
  return { ChecksumAlgorithm: SHA256, ChecksumSHA256: hash('sha256', body, 'base64') };
}

export const SHA256 = 'SHA256' as const;

/** Puts a work file; repeating the same put is harmless. */
export async function writeWorkObject(
  bucket: ObjectLockBucket,
  key: string,
  body: Buffer,
): Promise<void> {
  const checksum = buildChecksum(body);
  await bucket.client.send(
    new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: body, ...checksum }),
  );
}

/** Puts a work file unless it exists: what a task has read stays, also when the task is called again. */
export async function writeWorkObjectOnce(
  bucket: ObjectLockBucket,
  key: string,
  body: Buffer,
): Promise<void> {
  const put = { Bucket: bucket.name, Key: key, Body: body, IfNoneMatch: '*' };
  const command = new PutObjectCommand({ ...put, ...buildChecksum(body) });
  await bucket.client.send(command).catch(ignoreExistingObject);
}

/** Reads a small object into memory; undefined if it does not exist. */
export async function readWholeObject(
  bucket: ObjectLockBucket,
  key: string,
): Promise<Buffer | undefined> {
  return (await readTaggedObject(bucket, key))?.body;
}

export interface TaggedObject {
  readonly body: Buffer;
  /** Changes with every write. */
  readonly tag: string | undefined;
}

/** Reads a small object that is to be replaced; undefined if it does not exist. */
export async function readTaggedObject(
  bucket: ObjectLockBucket,
  key: string,
): Promise<TaggedObject | undefined> {
  try {
    const command = new GetObjectCommand({ Bucket: bucket.name, Key: key });
    const { Body: body, ETag: tag } = await bucket.client.send(command);
    return { body: Buffer.from((await body?.transformToByteArray()) ?? []), tag };
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** The size of the object; undefined if it does not exist. */
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

/** When the object was last written; undefined if it does not exist. */
export async function readObjectTime(
  bucket: ObjectLockBucket,
  key: string,
): Promise<Date | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
    return (await bucket.client.send(command)).LastModified;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

export interface ObjectDescription {
  readonly sizeBytes: number;
  /** Changes whenever the object is overwritten. */
  readonly versionId: string | undefined;
}

/** The size and version of an object; undefined if it does not exist. */
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
  /** The file name and media type of the download. */
  readonly filename: string;
  readonly mediaType: string;
  readonly seconds: number;
}

/** A presigned URL for downloading the object, valid for the given seconds. */
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
