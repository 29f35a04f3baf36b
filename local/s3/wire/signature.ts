// Verifies AWS Signature Version 4 as S3 defines it, in the Authorization header or a presigned URL.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { S3Call } from '../call.ts';
import { findParameter } from '../call.ts';
import { S3Error } from '../s3-error.ts';

export interface SigningCredentials {
  /** Whether the access key id exists; all have the same secret. */
  isKnown(accessKeyId: string): boolean;
  readonly secretAccessKey: string;
}

interface SignedRequest {
  /** Access key id, day, region, `s3` and `aws4_request`. */
  readonly scope: string[];
  readonly signedHeaders: string[];
  readonly signature: string;
  /** In the format 20260102T030405Z. */
  readonly date: string;
  readonly payloadHash: string;
  /** Only presigned URLs have it. */
  readonly expiresSeconds?: number;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const CLOCK_SKEW_MS_MAX = 15 * 60_000;
const EXPIRES_SECONDS_MAX = 7 * 24 * 3_600;

/**
 * Returns the access key id that signed the call. Throws an S3Error if the signature is invalid or has
 * expired.
 */
export function verifySignature(call: S3Call, credentials: SigningCredentials, now: Date): string {
  const signed = findParameter(call.query, 'X-Amz-Algorithm')
    ? readQuerySignature(call)
    : readHeaderSignature(call);
  const [accessKeyId = '', day, region, service] = signed.scope;
  if (!credentials.isKnown(accessKeyId)) {
    throw new S3Error('InvalidAccessKeyId', 'The AWS access key id does not exist.');
  }
  refuseExpired(signed, now);
  refuseUnsigned(call, signed);
  const text = [
    ALGORITHM,
    signed.date,
    signed.scope.slice(1).join('/'),
    hashSha256(buildCanonicalRequest(call, signed)),
  ].join('\n');
  let key: Buffer = Buffer.from(`AWS4${credentials.secretAccessKey}`);
  for (const part of [day, region, service, 'aws4_request', text]) key = signHmac(key, part ?? '');
  const expected = key.toString('hex');
  if (!areEqual(expected, signed.signature)) {
    throw new S3Error('SignatureDoesNotMatch', 'The request signature does not match.');
  }
  return accessKeyId;
}

function readQuerySignature({ query }: S3Call): SignedRequest {
  const value = (name: string) => findParameter(query, `X-Amz-${name}`) ?? '';
  const expiresSeconds = Number(value('Expires'));
  if (
    !Number.isInteger(expiresSeconds) ||
    expiresSeconds < 1 ||
    expiresSeconds > EXPIRES_SECONDS_MAX
  )
    throw new S3Error('AuthorizationQueryParametersError', 'X-Amz-Expires is out of bounds.');
  return {
    scope: value('Credential').split('/'),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    date: value('Date'),
    payloadHash: value('Content-Sha256') || 'UNSIGNED-PAYLOAD',
    expiresSeconds,
  };
}

function readHeaderSignature({ header }: S3Call): SignedRequest {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=(\w+)$/;
  const found = pattern.exec(header('authorization') ?? '');
  if (!found) throw new S3Error('AccessDenied', 'Access Denied');
  const [, scope = '', signedHeaders = '', signature = ''] = found;
  return {
    scope: scope.split('/'),
    signedHeaders: signedHeaders.split(';'),
    signature,
    date: header('x-amz-date') ?? '',
    payloadHash: header('x-amz-content-sha256') ?? '',
  };
}

function refuseExpired({ date, expiresSeconds, scope }: SignedRequest, now: Date) {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedAt) || !date.startsWith(scope[1] ?? '-')) {
    throw new S3Error('AccessDenied', 'The request has no valid date.');
  }
  const age = now.getTime() - signedAt;
  if (expiresSeconds !== undefined && age > expiresSeconds * 1_000) {
    throw new S3Error('AccessDenied', 'Request has expired');
  }
  if (-age > CLOCK_SKEW_MS_MAX || (expiresSeconds === undefined && age > CLOCK_SKEW_MS_MAX)) {
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The request time differs too much from the server’s.',
    );
  }
}

// Otherwise, the holder of a presigned URL could add a header that changes the call.
function refuseUnsigned({ request }: S3Call, { signedHeaders }: SignedRequest) {
  const names = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  const unsigned = [...names, 'host'].filter((name) => !signedHeaders.includes(name));
  if (unsigned.length === 0) return;
  throw new S3Error('AccessDenied', `Headers that were not signed: ${unsigned.join(', ')}`);
}

function buildCanonicalRequest(
  call: S3Call,
  { signedHeaders, payloadHash }: SignedRequest,
): string {
  const { request, method, rawPath, query } = call;
  const parameters = [...query]
    .filter(([name]) => name.toLowerCase() !== 'x-amz-signature')
    .map(([name, value]) => [encodeUri(name), encodeUri(value)].join('='))
    .sort((one, other) => (readParameterName(one) < readParameterName(other) ? -1 : 1));
  const headers = signedHeaders.map((name) => {
    const value = [request.headers[name] ?? ''].flat().join(',');
    return `${name}:${value.trim().replace(/ +/g, ' ')}\n`;
  });
  const path = decodeURIComponent(rawPath).split('/').map(encodeUri).join('/');
  const lines = [method, path, parameters.join('&'), headers.join(''), signedHeaders.join(';')];
  return [...lines, payloadHash].join('\n');
}

function readParameterName(parameterText: string): string {
  return parameterText.slice(0, parameterText.indexOf('='));
}

function encodeUri(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hashSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function signHmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function areEqual(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
