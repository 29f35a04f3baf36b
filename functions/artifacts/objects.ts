// Whole objects: written once and locked, or written to work with; read, and linked to.
import { createHash } from 'node:crypto';
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { LockMode, Vault } from './object-lock-bucket.ts';

export interface Kept {
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
  vault: Vault,
  { key, body, mediaType, until }: Kept,
): Promise<void> {
  const command = new PutObjectCommand({
    Bucket: vault.bucket,
    Key: key,
    Body: body,
    ContentType: mediaType,
    ChecksumSHA256: createHash('sha256').update(body).digest('base64'),
    IfNoneMatch: '*',
    ...lockUntil(vault.lockMode, until),
  });
  await vault.client.send(command).catch(unlessThere);
}

/** Passes over the answer that there is an object of that name. */
export function unlessThere(error: unknown): void {
  if (!(error instanceof Error && error.name === 'PreconditionFailed')) throw error;
}

export function lockUntil(mode: LockMode, until: Date) {
  if (until <= new Date()) return {};
  return { ObjectLockMode: mode, ObjectLockRetainUntilDate: until };
}

/** Puts an object to work with: the same again does no harm. */
export async function writeWork(vault: Vault, key: string, body: Buffer): Promise<void> {
  const ChecksumSHA256 = createHash('sha256').update(body).digest('base64');
  await vault.client.send(
    new PutObjectCommand({ Bucket: vault.bucket, Key: key, Body: body, ChecksumSHA256 }),
  );
}

/** The whole object in memory: for small ones. Undefined when there is none. */
export async function readWhole(vault: Vault, key: string): Promise<Buffer | undefined> {
  const { Body: body } = await vault.client
    .send(new GetObjectCommand({ Bucket: vault.bucket, Key: key }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return { Body: undefined };
      throw error;
    });
  return body && Buffer.from(await body.transformToByteArray());
}

/** How large the object is; undefined when there is none. */
export async function sizeOf(vault: Vault, key: string): Promise<number | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: vault.bucket, Key: key });
    return (await vault.client.send(command)).ContentLength;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

export interface Described {
  readonly sizeBytes: number;
  /** Of this very content: another one that takes its place has another. */
  readonly versionId: string | undefined;
}

/** What there is under a name; undefined when there is nothing. */
export async function describe(vault: Vault, key: string): Promise<Described | undefined> {
  try {
    const command = new HeadObjectCommand({ Bucket: vault.bucket, Key: key });
    const { ContentLength: sizeBytes = 0, VersionId: versionId } = await vault.client.send(command);
    return { sizeBytes, versionId };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

export interface Link {
  readonly key: string;
  /** The name and the type that the download gets. */
  readonly filename: string;
  readonly mediaType: string;
  readonly seconds: number;
}

/** A URL that whoever has it may download the object from, for that long. */
export function linkTo(vault: Vault, { key, filename, mediaType, seconds }: Link): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: vault.bucket,
    Key: key,
    ResponseContentType: mediaType,
    ResponseContentDisposition: `attachment; filename="${filename}"`,
  });
  return getSignedUrl(vault.client, command, { expiresIn: seconds });
}
