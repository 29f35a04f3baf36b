// The S3 calls on a bucket.
import type { S3Answer } from '../wire/s3-answer.ts';
import type { StoredBucket, BucketSettings, ObjectVersion } from '../storage/stored-bucket.ts';
import type { S3Call } from '../call.ts';
import type { DefaultRetention } from '../storage/object-lock.ts';
import { parseCrossOriginRules } from '../wire/cross-origin.ts';
import { S3Error } from '../s3-error.ts';
import { readTextBody } from '../wire/text-body.ts';
import { listElementContents, findElementText } from '../wire/xml.ts';
import type { XmlObject } from '../wire/xml.ts';

const KEYS_MAX = 1_000;

/** Enabling Object Lock also enables versioning, because Object Lock protects versions. */
export async function createBucket(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(call.bucket)) {
    throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.');
  }
  if (await bucket.settings()) {
    throw new S3Error('BucketAlreadyOwnedByYou', 'Your bucket exists already.');
  }
  const isLocked = call.header('x-amz-bucket-object-lock-enabled') === 'true';
  await bucket.configure({ isVersioned: isLocked, ...(isLocked && { objectLock: {} }) });
  return { headers: { location: `/${call.bucket}` } };
}

export async function putVersioning(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const settings = await requireSettings(bucket);
  const status = findElementText(await readTextBody(call), 'Status');
  if (status !== 'Enabled') {
    throw new S3Error('NotImplemented', 'The local S3 does not suspend versioning.');
  }
  await bucket.configure({ ...settings, isVersioned: true });
  return {};
}

export async function putObjectLock(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const settings = await requireSettings(bucket);
  if (!settings.isVersioned) {
    throw new S3Error('InvalidRequest', 'Versioning must be enabled for Object Lock.');
  }
  const [rule] = listElementContents(await readTextBody(call), 'DefaultRetention');
  const retention = rule === undefined ? undefined : readDefaultRetention(rule);
  await bucket.configure({ ...settings, objectLock: { ...(retention && { default: retention }) } });
  return {};
}

export async function putCrossOriginRules(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const settings = await requireSettings(bucket);
  const crossOriginRules = parseCrossOriginRules(await readTextBody(call));
  await bucket.configure({ ...settings, crossOriginRules });
  return {};
}

function readDefaultRetention(rule: string): DefaultRetention {
  const mode = findElementText(rule, 'Mode');
  const days = Number(
    findElementText(rule, 'Days') ?? Number(findElementText(rule, 'Years')) * 365,
  );
  if ((mode === 'GOVERNANCE' || mode === 'COMPLIANCE') && days > 0) return { mode, days };
  throw new S3Error('MalformedXML', 'The default retention needs a mode and days or years.');
}

export async function listObjects(call: S3Call, bucket: StoredBucket): Promise<S3Answer> {
  const { query } = call;
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? query.get('start-after') : decodeToken(token);
  const limit = Math.min(Number(query.get('max-keys') ?? KEYS_MAX), KEYS_MAX);
  const delimiter = query.get('delimiter') || undefined;
  const found = await listPage(bucket, { prefix, after: after ?? '', delimiter, limit });
  const isUrl = query.get('encoding-type') === 'url';
  const shown = (text: string) => (isUrl ? encodeURIComponent(text) : text);
  const content = {
    Name: call.bucket,
    Prefix: shown(prefix),
    KeyCount: found.versions.length + found.prefixes.length,
    MaxKeys: limit,
    IsTruncated: found.next !== undefined,
    NextContinuationToken: found.next && Buffer.from(found.next).toString('base64url'),
    EncodingType: isUrl ? 'url' : undefined,
    Contents: found.versions.map((version) => toListEntry(version, shown)),
    CommonPrefixes: found.prefixes.map((one) => ({ Prefix: shown(one) })),
  };
  return { xml: { root: 'ListBucketResult', content } };
}

interface ListingRange {
  readonly prefix: string;
  readonly after: string;
  readonly delimiter: string | undefined;
  readonly limit: number;
}

async function listPage(bucket: StoredBucket, { prefix, after, delimiter, limit }: ListingRange) {
  const versions: ObjectVersion[] = [];
  const prefixes: string[] = [];
  let last: string | undefined;
  for (const key of await bucket.keys()) {
    if (!key.startsWith(prefix) || isKeyUpTo(key, after)) continue;
    const shared = delimiter && findSharedPrefix(key, prefix, delimiter);
    if (shared && (shared === prefixes.at(-1) || shared === after)) continue;
    const version = await bucket.newest(key);
    if (!version || version.isDeleteMarker) continue;
    if (versions.length + prefixes.length === limit) return { versions, prefixes, next: last };
    if (shared) prefixes.push(shared);
    else versions.push(version);
    last = shared ?? key;
  }
  return { versions, prefixes, next: undefined };
}

function isKeyUpTo(key: string, after: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) <= 0;
}

function findSharedPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

function toListEntry(
  { key, lastModified, etag, size }: ObjectVersion,
  shown: (text: string) => string,
) {
  const entry: XmlObject = {
    Key: shown(key),
    LastModified: lastModified,
    ETag: `"${etag}"`,
    Size: size,
    StorageClass: 'STANDARD',
  };
  return entry;
}

function decodeToken(token: string): string {
  return Buffer.from(token, 'base64url').toString('utf8');
}

async function requireSettings(bucket: StoredBucket): Promise<BucketSettings> {
  const settings = await bucket.settings();
  if (settings) return settings;
  throw new S3Error('NoSuchBucket', 'The specified bucket does not exist.');
}
