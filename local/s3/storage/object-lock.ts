// Object Lock: protects a version of an object from deletion until a date.
import type { S3Call } from '../call.ts';
import { S3Error } from '../s3-error.ts';
import { findElementText } from '../wire/xml.ts';

export type RetentionMode = 'GOVERNANCE' | 'COMPLIANCE';

export interface ObjectRetention {
  readonly mode: RetentionMode;
  readonly until: string;
}

export interface ObjectLock {
  readonly retention?: ObjectRetention;
  readonly legalHold?: boolean;
}

/** The retention of new objects whose upload requests none. */
export interface DefaultRetention {
  readonly mode: RetentionMode;
  readonly days: number;
}

const DAY_MS = 24 * 3_600_000;

/** The lock that an upload requests, or else the bucket's default. */
export function readLock(
  { header }: S3Call,
  objectLock: { default?: DefaultRetention } | undefined,
  now: Date,
): ObjectLock {
  const mode = header('x-amz-object-lock-mode');
  const until = header('x-amz-object-lock-retain-until-date');
  const legalHold = header('x-amz-object-lock-legal-hold');
  const isAsked = mode !== undefined || until !== undefined || legalHold !== undefined;
  if (!objectLock) {
    if (!isAsked) return {};
    throw new S3Error('InvalidRequest', 'Bucket is missing Object Lock Configuration');
  }
  const lock: ObjectLock = { legalHold: legalHold === 'ON' };
  if (mode !== undefined || until !== undefined) {
    return { ...lock, retention: requireRetention(mode, until, now) };
  }
  if (!objectLock.default) return lock;
  const end = new Date(now.getTime() + objectLock.default.days * DAY_MS);
  return { ...lock, retention: { mode: objectLock.default.mode, until: end.toISOString() } };
}

/**
 * The documentation of S3 demands one of these headers of a put that is locked, by its own parameters
 * or by the bucket's. The service also takes a checksum alone, on which no client should rely.
 */
export function refuseLockWithoutDigest({ request }: S3Call, lock: ObjectLock): void {
  if (!isLock(lock)) return;
  const { 'content-md5': md5, 'x-amz-sdk-checksum-algorithm': algorithm } = request.headers;
  if (md5 !== undefined || algorithm !== undefined) return;
  const headers = 'Content-MD5 or x-amz-sdk-checksum-algorithm';
  throw new S3Error('InvalidRequest', `${headers} is required with Object Lock parameters.`);
}

/** A part of a locked upload needs a digest too, and any checksum is one. */
export function refuseLockedPartWithoutDigest({ request }: S3Call, lock: ObjectLock): void {
  if (!isLock(lock)) return;
  const names = [...Object.keys(request.headers), request.headers['x-amz-trailer'] ?? ''].flat();
  if (names.some((name) => name === 'content-md5' || name.startsWith('x-amz-checksum-'))) return;
  const headers = 'Content-MD5 or x-amz-checksum-*';
  throw new S3Error('InvalidRequest', `${headers} is required with Object Lock parameters.`);
}

function isLock({ retention, legalHold }: ObjectLock): boolean {
  return retention !== undefined || legalHold === true;
}

/** Parses the body of PutObjectRetention. */
export function parseRetention(xml: string, now: Date): ObjectRetention {
  return requireRetention(
    findElementText(xml, 'Mode'),
    findElementText(xml, 'RetainUntilDate'),
    now,
  );
}

function requireRetention(
  mode: string | undefined,
  until: string | undefined,
  now: Date,
): ObjectRetention {
  const date = new Date(until ?? '');
  if ((mode !== 'GOVERNANCE' && mode !== 'COMPLIANCE') || Number.isNaN(date.getTime())) {
    throw new S3Error('InvalidArgument', 'Object Lock needs a mode and a date to retain until.');
  }
  if (date <= now) {
    throw new S3Error('InvalidArgument', 'The retain until date must be in the future!');
  }
  return { mode, until: date.toISOString() };
}

/** A retention in compliance mode can only be extended; governance mode can be bypassed. */
export function refuseShorterRetention(
  old: ObjectRetention | undefined,
  next: ObjectRetention,
  call: S3Call,
  now: Date,
) {
  if (!old || new Date(old.until) <= now) return;
  const isShorter = next.until < old.until;
  const isWeaker = old.mode === 'COMPLIANCE' && next.mode !== 'COMPLIANCE';
  if (!isShorter && !isWeaker) return;
  if (old.mode === 'GOVERNANCE' && isBypassed(call)) return;
  throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.');
}

/** Throws if the lock protects the version from removal. */
export function refuseRemoval({ legalHold, retention }: ObjectLock, call: S3Call, now: Date): void {
  const isRetained =
    retention !== undefined &&
    new Date(retention.until) > now &&
    !(retention.mode === 'GOVERNANCE' && isBypassed(call));
  if (!isRetained && legalHold !== true) return;
  throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.');
}

function isBypassed({ header }: S3Call): boolean {
  return header('x-amz-bypass-governance-retention') === 'true';
}
