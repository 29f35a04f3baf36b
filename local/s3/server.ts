// A local S3 on the file system, with the calls that the product makes and the guarantees that it relies
// on: conditional writes, checksums, versions, Object Lock and presigned URLs.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { KEEP_ALIVE_MS, toEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { answerPreflight, buildCrossOriginHeaders } from './wire/cross-origin.ts';
import { sendAnswer, sendRefusal } from './wire/s3-answer.ts';
import type { CrossOriginRule } from './wire/cross-origin.ts';
import type { S3Answer } from './wire/s3-answer.ts';
import { StoredBucket } from './storage/stored-bucket.ts';
import {
  createBucket,
  listObjects,
  putCrossOriginRules,
  putObjectLock,
  putVersioning,
} from './calls/bucket-calls.ts';
import { readCall } from './call.ts';
import type { S3Call } from './call.ts';
import { ownerOnlyGuard } from './access-guard.ts';
import type { AccessGuard } from './access-guard.ts';
import { listenOnStoredPort } from './storage/stored-port.ts';
import {
  deleteObject,
  getObject,
  getRetention,
  headObject,
  putObject,
  putRetention,
} from './calls/object-calls.ts';
import { S3Error } from './s3-error.ts';
import { verifySignature } from './wire/signature.ts';
import {
  abortUpload,
  completeUpload,
  createUpload,
  uploadPart,
  uploadPartCopy,
} from './calls/upload-calls.ts';

export interface S3Options {
  readonly dataFolder: string;
  /** Without a guard, only the owner may call. */
  readonly guard?: AccessGuard;
  /** The clock that dates of signatures are checked against. */
  readonly now?: () => Date;
  readonly log?: (line: string) => void;
}

// All callers sign with this secret; the owner also uses this access key id.
const OWNER = { accessKeyId: 'local', secretAccessKey: 'local' };

type CallHandler = (
  call: S3Call,
  bucket: StoredBucket,
  bucketNamed: (name: string) => StoredBucket,
) => Promise<S3Answer>;

export async function startS3(options: S3Options): Promise<Endpoint> {
  const { dataFolder, guard = ownerOnlyGuard, now = () => new Date(), log } = options;
  mkdirSync(dataFolder, { recursive: true });
  const buckets = readBuckets(dataFolder);
  const bucketNamed = (name: string) => {
    const bucket = buckets.get(name);
    if (bucket) return bucket;
    throw new S3Error('NoSuchBucket', 'The specified bucket does not exist.');
  };
  const server = createServer(
    { requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      const work = (call: S3Call) => runCall(call, { buckets, dataFolder, bucketNamed });
      const rulesOf = async ({ bucket }: S3Call) =>
        (await buckets.get(bucket)?.settings())?.crossOriginRules ?? [];
      void answerExchange({ request, response, guard, now, work, rulesOf, log });
    },
  );
  await listenOnStoredPort(server, dataFolder);
  return toEndpoint(server);
}

interface S3Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly guard: AccessGuard;
  readonly now: () => Date;
  work(call: S3Call): Promise<S3Answer>;
  /** The rules of the bucket for pages of other origins. */
  rulesOf(call: S3Call): Promise<readonly CrossOriginRule[]>;
  readonly log: ((line: string) => void) | undefined;
}

async function answerExchange(exchange: S3Exchange): Promise<void> {
  const { request, response, rulesOf, log } = exchange;
  let call: S3Call | undefined;
  try {
    call = readCall(request);
    const answer =
      call.method === 'OPTIONS'
        ? answerPreflight(await rulesOf(call), request)
        : await runForPage(call, exchange);
    await sendAnswer(answer, response);
  } catch (error) {
    const isGone = request.destroyed && !request.complete;
    if (response.headersSent || isGone) response.destroy();
    else {
      if (!(error instanceof S3Error)) log?.(`S3: ${String(error)}`);
      sendRefusal(error, call, response);
      // Some clients read the answer only after they have sent the whole body.
      request.resume();
    }
  }
}

// A page of another origin may read refusals too. Other callers send no origin, and read no rules.
async function runForPage(call: S3Call, exchange: S3Exchange): Promise<S3Answer> {
  const { request, response, rulesOf } = exchange;
  if (request.headers.origin !== undefined) {
    const headers = buildCrossOriginHeaders(await rulesOf(call), request);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }
  return runGuarded(call, exchange);
}

async function runGuarded(call: S3Call, { guard, now, work }: S3Exchange): Promise<S3Answer> {
  const isKnown = (id: string) => id === OWNER.accessKeyId || guard.knows(id);
  const { secretAccessKey } = OWNER;
  const caller = verifySignature(call, { isKnown, secretAccessKey }, now());
  const denial = guard.denial(caller, call);
  if (denial !== undefined) throw new S3Error('AccessDenied', denial);
  try {
    return await work(call);
  } catch (error) {
    const isAbsent = error instanceof S3Error && error.code === 'NoSuchKey';
    if (!isAbsent || guard.showsAbsence(caller, call)) throw error;
    throw new S3Error('AccessDenied', 'Access Denied');
  }
}

interface BucketRegistry {
  readonly buckets: Map<string, StoredBucket>;
  readonly dataFolder: string;
  bucketNamed(name: string): StoredBucket;
}

async function runCall(call: S3Call, registry: BucketRegistry): Promise<S3Answer> {
  const { method, bucket, key, query } = call;
  if (key === '') {
    if (method === 'PUT' && query.size <= (query.has('x-id') ? 1 : 0))
      return createBucketFolder(call, registry);
    return chooseBucketHandler(call)(call, registry.bucketNamed(bucket), registry.bucketNamed);
  }
  return chooseObjectHandler(call)(call, registry.bucketNamed(bucket), registry.bucketNamed);
}

async function createBucketFolder(
  call: S3Call,
  { buckets, dataFolder }: BucketRegistry,
): Promise<S3Answer> {
  if (!/^[a-z0-9.-]{3,63}$/.test(call.bucket) || call.bucket.startsWith('.')) {
    throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.');
  }
  const bucket = buckets.get(call.bucket) ?? new StoredBucket(dataFolder, call.bucket);
  buckets.set(call.bucket, bucket);
  return createBucket(call, bucket);
}

function chooseBucketHandler({ method, query }: S3Call): CallHandler {
  if (method === 'HEAD') return async () => ({});
  if (method === 'PUT' && query.has('versioning')) return putVersioning;
  if (method === 'PUT' && query.has('object-lock')) return putObjectLock;
  if (method === 'PUT' && query.has('cors')) return putCrossOriginRules;
  if (method === 'GET' && query.get('list-type') === '2') return listObjects;
  throw buildNotImplemented();
}

function chooseObjectHandler({ method, query, header }: S3Call): CallHandler {
  const isCopy = header('x-amz-copy-source') !== undefined;
  const [isUpload, isRetention] = [query.has('uploadId'), query.has('retention')];
  const known = ['acl', 'attributes', 'legal-hold', 'tagging', 'torrent'];
  if (known.some((name) => query.has(name))) throw buildNotImplemented();
  if (method === 'PUT' && isUpload) return isCopy ? uploadPartCopy : uploadPart;
  if (method === 'PUT' && isRetention) return putRetention;
  if (method === 'PUT' && !isCopy) return putObject;
  if (method === 'GET' && isRetention) return getRetention;
  if (method === 'GET' && !isUpload) return getObject;
  if (method === 'HEAD') return headObject;
  if (method === 'DELETE') return isUpload ? abortUpload : deleteObject;
  if (method === 'POST' && query.has('uploads')) return createUpload;
  if (method === 'POST' && isUpload) return completeUpload;
  throw buildNotImplemented();
}

function readBuckets(dataFolder: string): Map<string, StoredBucket> {
  const names = readdirSync(dataFolder).filter((name) =>
    existsSync(join(dataFolder, name, 'bucket.json')),
  );
  return new Map(names.map((name) => [name, new StoredBucket(dataFolder, name)]));
}

function buildNotImplemented() {
  return new S3Error('NotImplemented', 'The local S3 does not support this call.');
}
