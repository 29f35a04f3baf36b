// The S3 of this machine, with the template's buckets; a later start uses the existing ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CORSRule, S3Client } from '@aws-sdk/client-s3';
import type { DeployedResource } from '../cloudformation/deployment.ts';
import { isObject } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { AccessGuard } from '../s3/access-guard.ts';
import { startS3 } from '../s3/server.ts';

export const BUCKET_TYPE = 'AWS::S3::Bucket';

export interface BucketsOptions {
  /** Absent: the objects are deleted when it stops. */
  readonly dataFolder: string | undefined;
  /** The address of another S3, which is used instead of the local one. */
  readonly endpoint?: URL;
  /** Guards the local S3. */
  readonly guard?: AccessGuard;
  readonly log?: (line: string) => void;
}

/** Parses S3_ENDPOINT; undefined selects the local S3. */
export function chooseS3(wanted?: string): URL | undefined {
  if (!wanted) return undefined;
  if (/^https?:\/\//.test(wanted) && URL.canParse(wanted)) return new URL(wanted);
  throw new Error(`S3_ENDPOINT is "${wanted}": use the URL of an S3.`);
}

/** Starts no S3 for a template without buckets. */
export async function startBuckets(
  buckets: DeployedResource[],
  { dataFolder, endpoint, guard, log }: BucketsOptions,
): Promise<Endpoint | undefined> {
  if (buckets.length === 0) return undefined;
  const s3 = endpoint ? useEndpoint(endpoint) : await startOwnS3({ dataFolder, guard, log });
  try {
    await ensureBuckets(buckets, s3.endpoint);
  } catch (error) {
    await s3.stop();
    throw error;
  }
  log?.(`S3: ${buckets.map(({ ref }) => ref).join(', ')} at ${s3.endpoint}`);
  return s3;
}

function useEndpoint(endpoint: URL): Endpoint {
  return { endpoint: endpoint.href.replace(/\/$/, ''), stop: async () => undefined };
}

async function startOwnS3({ dataFolder, guard, log }: BucketsOptions): Promise<Endpoint> {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 's3-'));
  const s3 = await startS3({ dataFolder: folder, guard, log });
  return {
    ...s3,
    async stop() {
      await s3.stop();
      if (dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ensureBuckets(buckets: DeployedResource[], endpoint: string): Promise<void> {
  // Loaded on demand, because loading the client takes time.
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const region = buckets[0]?.region ?? 'us-east-1';
  const client = new Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    await Promise.all(buckets.map((bucket) => ensureBucket(client, bucket)));
  } finally {
    client.destroy();
  }
}

async function ensureBucket(client: S3Client, { ref, properties }: DeployedResource) {
  const { CreateBucketCommand, PutBucketVersioningCommand, PutObjectLockConfigurationCommand } =
    await import('@aws-sdk/client-s3');
  const isLocked = properties.ObjectLockEnabled === true;
  const isVersioned = readStatus(properties.VersioningConfiguration) === 'Enabled';
  try {
    const input = { Bucket: ref, ObjectLockEnabledForBucket: isLocked };
    await client.send(new CreateBucketCommand(input));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'BucketAlreadyOwnedByYou')) throw error;
  }
  if (isVersioned) {
    const VersioningConfiguration = { Status: 'Enabled' as const };
    await client.send(new PutBucketVersioningCommand({ Bucket: ref, VersioningConfiguration }));
  }
  const { ObjectLockConfiguration: lock } = properties;
  if (isLocked && isObject(lock)) {
    const ObjectLockConfiguration = buildLockConfiguration(lock);
    const input = { Bucket: ref, ObjectLockConfiguration };
    await client.send(new PutObjectLockConfigurationCommand(input));
  }
  if (isObject(properties.CorsConfiguration)) {
    await allowPages(client, ref, properties.CorsConfiguration);
  }
}

async function allowPages(client: S3Client, bucket: string, { CorsRules: rules }: JsonObject) {
  const { PutBucketCorsCommand } = await import('@aws-sdk/client-s3');
  const CORSConfiguration = { CORSRules: requireRules(rules).map(toCorsRule) };
  try {
    await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
  } catch (error) {
    // Some servers have one setting for all buckets instead.
    if (!(error instanceof Error && error.name === 'NotImplemented')) throw error;
  }
}

function requireRules(rules: Json | undefined): JsonObject[] {
  if (Array.isArray(rules) && rules.every(isObject)) return rules;
  throw new Error('The CORS rules of a bucket are no list.');
}

// Two of the properties in the template have other names than in the API.
function toCorsRule({ ExposedHeaders: exposed, MaxAge: seconds, ...rule }: JsonObject): CORSRule {
  return {
    ...rule,
    ...(exposed !== undefined && { ExposeHeaders: exposed }),
    ...(seconds !== undefined && { MaxAgeSeconds: seconds }),
  } as unknown as CORSRule;
}

// The properties in the template have the names of the API.
function buildLockConfiguration(lock: JsonObject) {
  const rule = isObject(lock.Rule) ? lock.Rule : undefined;
  return {
    ObjectLockEnabled: 'Enabled' as const,
    ...(rule && { Rule: rule as { DefaultRetention?: object } }),
  };
}

function readStatus(configuration: Json | undefined): Json | undefined {
  return isObject(configuration) ? configuration.Status : undefined;
}
