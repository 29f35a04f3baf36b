// The calls on a bucket.
import type { Answer } from '../wire/answer.ts';
import type { Bucket, BucketSettings, Version } from '../storage/bucket.ts';
import type { Call } from './call.ts';
import type { DefaultRetention } from '../storage/object-lock.ts';
import { S3Error } from '../wire/s3-error.ts';
import { textOfBody } from '../wire/text-body.ts';
import { contentsOf, textIn } from '../wire/xml.ts';
import type { XmlObject } from '../wire/xml.ts';

const keysMax = 1_000;

/** Object Lock needs versions, so a bucket that asks for it has them. */
export async function createBucket(call: Call, bucket: Bucket): Promise<Answer> {
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

export async function putVersioning(call: Call, bucket: Bucket): Promise<Answer> {
  const settings = await existingSettings(bucket);
  const status = textIn(await textOfBody(call), 'Status');
  if (status !== 'Enabled') {
    throw new S3Error('NotImplemented', 'The local S3 does not suspend versioning.');
  }
  await bucket.configure({ ...settings, isVersioned: true });
  return {};
}

export async function putObjectLock(call: Call, bucket: Bucket): Promise<Answer> {
  const settings = await existingSettings(bucket);
  if (!settings.isVersioned) {
    throw new S3Error('InvalidRequest', 'Versioning must be enabled for Object Lock.');
  }
  const [rule] = contentsOf(await textOfBody(call), 'DefaultRetention');
  const retention = rule === undefined ? undefined : defaultRetention(rule);
  await bucket.configure({ ...settings, objectLock: { ...(retention && { default: retention }) } });
  return {};
}

function defaultRetention(rule: string): DefaultRetention {
  const mode = textIn(rule, 'Mode');
  const days = Number(textIn(rule, 'Days') ?? Number(textIn(rule, 'Years')) * 365);
  if ((mode === 'GOVERNANCE' || mode === 'COMPLIANCE') && days > 0) return { mode, days };
  throw new S3Error('MalformedXML', 'The default retention needs a mode and days or years.');
}

export async function listObjects(call: Call, bucket: Bucket): Promise<Answer> {
  const { query } = call;
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? query.get('start-after') : tokenText(token);
  const limit = Math.min(Number(query.get('max-keys') ?? keysMax), keysMax);
  const delimiter = query.get('delimiter') || undefined;
  const found = await page(bucket, { prefix, after: after ?? '', delimiter, limit });
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
    Contents: found.versions.map((version) => contents(version, shown)),
    CommonPrefixes: found.prefixes.map((one) => ({ Prefix: shown(one) })),
  };
  return { xml: { root: 'ListBucketResult', content } };
}

type PageWanted = { prefix: string; after: string; delimiter: string | undefined; limit: number };

async function page(bucket: Bucket, { prefix, after, delimiter, limit }: PageWanted) {
  const versions: Version[] = [];
  const prefixes: string[] = [];
  let last: string | undefined;
  for (const key of await bucket.keys()) {
    if (!key.startsWith(prefix) || isUpTo(key, after)) continue;
    const shared = delimiter && sharedPrefix(key, prefix, delimiter);
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

function isUpTo(key: string, after: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) <= 0;
}

function sharedPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

function contents({ key, lastModified, etag, size }: Version, shown: (text: string) => string) {
  const entry: XmlObject = {
    Key: shown(key),
    LastModified: lastModified,
    ETag: `"${etag}"`,
    Size: size,
    StorageClass: 'STANDARD',
  };
  return entry;
}

function tokenText(token: string): string {
  return Buffer.from(token, 'base64url').toString('utf8');
}

async function existingSettings(bucket: Bucket): Promise<BucketSettings> {
  const settings = await bucket.settings();
  if (settings) return settings;
  throw new S3Error('NoSuchBucket', 'The specified bucket does not exist.');
}
