// Writes the objects of the evidence logs. All but the newest checkpoint keep their first content for good. An object
// that is written without a retention has that of the bucket, which is years.
import {
  DeleteObjectCommand,
  GetObjectRetentionCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3';
import type { ObjectLockBucket } from './object-lock-bucket.ts';
import { buildChecksum, buildRetention, readWholeObject } from './objects.ts';
import type { TaggedObject } from './objects.ts';

export interface LogObject {
  readonly key: string;
  readonly body: Buffer;
  readonly mediaType: string;
  /** The end of the retention; that of the bucket by default. */
  readonly until?: Date;
}

/** An object has other bytes than those that it stands for. */
export class DifferingObjectError extends Error {
  constructor(key: string) {
    super(`The object ${key} has other bytes than it must have.`);
    this.name = 'DifferingObjectError';
  }
}

/**
 * Puts an object that stands for one content. Throws a DifferingObjectError if it exists with another; with
 * the same, nothing is written.
 */
export async function writeLogObject(bucket: ObjectLockBucket, object: LogObject): Promise<void> {
  if (await putObject(bucket, object, { IfNoneMatch: '*' })) return;
  const existing = await readWholeObject(bucket, object.key);
  // Where two puts meet, S3 may refuse both: then the caller tries again.
  if (existing === undefined) throw new Error(`The object ${object.key} was not written.`);
  if (!existing.equals(object.body)) throw new DifferingObjectError(object.key);
}

/** Locks an object until this time, unless it is locked for longer. */
export async function extendLogLock(
  { client, name, lockMode }: ObjectLockBucket,
  key: string,
  until: Date,
): Promise<void> {
  const place = { Bucket: name, Key: key };
  const { Retention: present } = await client.send(new GetObjectRetentionCommand(place));
  if (present?.RetainUntilDate && present.RetainUntilDate >= until) return;
  const Retention = { Mode: lockMode, RetainUntilDate: until };
  await client.send(new PutObjectRetentionCommand({ ...place, Retention }));
}

/** Hides an object from readers. Its version stays until its retention has ended. */
export async function hideLogObject(
  { client, name }: ObjectLockBucket,
  key: string,
): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: name, Key: key }));
}

/** Replaces the object that was read, or puts the first. False if another writer did so meanwhile. */
export function replaceTaggedObject(
  bucket: ObjectLockBucket,
  object: LogObject,
  before: TaggedObject | undefined,
): Promise<boolean> {
  const condition = before === undefined ? { IfNoneMatch: '*' } : { IfMatch: before.tag };
  return putObject(bucket, object, condition);
}

const LOST = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

async function putObject(
  bucket: ObjectLockBucket,
  { key, body, mediaType, until }: LogObject,
  condition: { readonly IfNoneMatch?: string; readonly IfMatch?: string | undefined },
): Promise<boolean> {
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    Body: body,
    ContentType: mediaType,
    ...buildChecksum(body),
    ...condition,
    ...(until && buildRetention(bucket.lockMode, until)),
  });
  try {
    await bucket.client.send(command);
    return true;
  } catch (error) {
    if (error instanceof Error && LOST.has(error.name)) return false;
    throw error;
  }
}
