// Receives the body of an upload: streams it to a file and checks it against every checksum in the request.
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsChunkedDecoder } from './aws-chunked-decoder.ts';
import type { S3Call } from '../call.ts';
import { readChecksum, buildChecksumHeader, startDigest } from './checksums.ts';
import type { ChecksumAlgorithm, Checksum, RunningDigest } from './checksums.ts';
import { readChecksumHeaders, readTrailerAlgorithm } from './declared-checksum.ts';
import { S3Error } from '../s3-error.ts';

export interface ReceivedBody {
  /** The path of the synced file, which the caller must move or remove. */
  readonly file: string;
  readonly size: number;
  /** MD5 in hexadecimal: the entity tag. */
  readonly etag: string;
  readonly checksum: Checksum | undefined;
}

const BYTES_MAX = 5 * 1024 ** 3;

export async function receiveBody(
  call: S3Call,
  folder: string,
  algorithm?: ChecksumAlgorithm,
): Promise<ReceivedBody> {
  const size = readDeclaredSize(call);
  const body = openBody(call);
  const given = readChecksumHeaders(call);
  const wanted = readTrailerAlgorithm(call) ?? given?.algorithm ?? algorithm;
  const payload = readPayloadDigest(call);
  const sha256 = payload !== undefined || wanted === 'SHA256' ? startDigest('SHA256') : undefined;
  const checksum = wanted === 'SHA256' ? sha256 : wanted && startDigest(wanted);
  const digests = { md5: startDigest('MD5'), sha256, checksum };
  const file = join(folder, randomUUID());
  try {
    await writeBody(body, file, [...new Set(Object.values(digests))], size);
    const md5 = digests.md5.bytes();
    refuseWrongMd5(call, md5);
    refuseWrongPayload(payload, sha256);
    const value = digests.checksum?.bytes().toString('base64');
    const declared = wanted && value ? { algorithm: wanted, value } : undefined;
    const trailer = body instanceof AwsChunkedDecoder ? readChecksum(body.trailers) : undefined;
    for (const one of [given, trailer]) refuseDifferentChecksum(one, declared);
    if (readTrailerAlgorithm(call) && !trailer)
      throw new S3Error('IncompleteBody', 'A trailer is missing.');
    return { file, size, etag: md5.toString('hex'), checksum: declared };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** The SHA-256 of the body that the signature covers; undefined if it covers none. */
function readPayloadDigest({ header }: S3Call): string | undefined {
  const payload = header('x-amz-content-sha256') ?? '';
  return /^[\da-f]{64}$/.test(payload) ? payload : undefined;
}

function readDeclaredSize({ header }: S3Call): number {
  const text = header('x-amz-decoded-content-length') ?? header('content-length');
  if (text === undefined) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length header.');
  }
  const size = Number(text);
  if (Number.isSafeInteger(size) && size >= 0 && size <= BYTES_MAX) return size;
  throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
}

function openBody({ header, request }: S3Call) {
  const payload = header('x-amz-content-sha256') ?? '';
  if (payload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    const body = request.pipe(new AwsChunkedDecoder());
    request.once('close', () => {
      if (!request.complete) body.destroy(new Error('The client disconnected.'));
    });
    return body;
  }
  if (!payload.startsWith('STREAMING-')) return request;
  throw new S3Error('NotImplemented', `The local S3 does not support ${payload}.`);
}

async function writeBody(
  body: AsyncIterable<Buffer>,
  file: string,
  digests: (RunningDigest | undefined)[],
  size: number,
) {
  const handle = await open(file, 'wx');
  let written = 0;
  try {
    for await (const chunk of body) {
      written += chunk.length;
      if (written > size) break;
      for (const digest of digests) digest?.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (written === size) return;
  throw new S3Error('IncompleteBody', 'The body does not have the declared length.');
}

function refuseWrongMd5({ header }: S3Call, md5: Buffer) {
  const given = header('content-md5');
  if (given !== undefined) {
    const bytes = Buffer.from(given, 'base64');
    if (bytes.length !== md5.length) {
      throw new S3Error('InvalidDigest', 'The Content-MD5 you specified is not valid.');
    }
    if (!bytes.equals(md5)) {
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match the body.');
    }
  }
}

function refuseWrongPayload(payload: string | undefined, sha256: RunningDigest | undefined) {
  if (payload === undefined || payload === sha256?.bytes().toString('hex')) return;
  throw new S3Error('XAmzContentSHA256Mismatch', 'x-amz-content-sha256 does not match the body.');
}

function refuseDifferentChecksum(given: Checksum | undefined, computed: Checksum | undefined) {
  if (!given || given.value === computed?.value) return;
  const message = `The ${given.algorithm} you specified did not match the calculated checksum.`;
  throw new S3Error('BadDigest', `${message} (${buildChecksumHeader(given.algorithm)})`);
}

/** The entity tag of an object that was uploaded in parts. */
export function computePartsEtag(etags: string[]): string {
  const hash = createHash('md5');
  for (const etag of etags) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${etags.length}`;
}
