// AWS Signature Version 4 as S3 wants it, in the Authorization header or in a presigned URL.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../calls/call.ts';
import { parameter } from '../calls/call.ts';
import { S3Error } from './s3-error.ts';

export type Credentials = {
  /** Whether there is such an access key id; all have the same secret. */
  isKnown(accessKeyId: string): boolean;
  secretAccessKey: string;
};

type Signed = {
  /** access key / day / region / s3 / aws4_request */
  scope: string[];
  signedHeaders: string[];
  signature: string;
  /** As 20260102T030405Z. */
  date: string;
  payloadHash: string;
  /** Only a presigned URL expires. */
  expiresSeconds?: number;
};

const algorithm = 'AWS4-HMAC-SHA256';
const skewMilliseconds = 15 * 60_000;
const expiresSecondsMax = 7 * 24 * 3_600;

/**
 * The access key id that signed the call. Throws an S3Error unless the call is signed with the
 * credentials and in time.
 */
export function verifySignature(call: Call, credentials: Credentials, now: Date): string {
  const signed = parameter(call.query, 'X-Amz-Algorithm') ? fromQuery(call) : fromHeader(call);
  const [accessKeyId = '', day, region, service] = signed.scope;
  if (!credentials.isKnown(accessKeyId)) {
    throw new S3Error('InvalidAccessKeyId', 'The AWS access key id does not exist here.');
  }
  refuseUntimely(signed, now);
  refuseUnsigned(call, signed);
  const text = [
    algorithm,
    signed.date,
    signed.scope.slice(1).join('/'),
    sha256(canonicalRequest(call, signed)),
  ].join('\n');
  let key: Buffer = Buffer.from(`AWS4${credentials.secretAccessKey}`);
  for (const part of [day, region, service, 'aws4_request', text]) key = hmac(key, part ?? '');
  const expected = key.toString('hex');
  if (!isSame(expected, signed.signature)) {
    throw new S3Error('SignatureDoesNotMatch', 'The request signature does not match.');
  }
  return accessKeyId;
}

function fromQuery({ query }: Call): Signed {
  const value = (name: string) => parameter(query, `X-Amz-${name}`) ?? '';
  const expiresSeconds = Number(value('Expires'));
  if (!Number.isInteger(expiresSeconds) || expiresSeconds < 1 || expiresSeconds > expiresSecondsMax)
    throw new S3Error('AuthorizationQueryParametersError', 'X-Amz-Expires is out of its bounds.');
  return {
    scope: value('Credential').split('/'),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    date: value('Date'),
    payloadHash: value('Content-Sha256') || 'UNSIGNED-PAYLOAD',
    expiresSeconds,
  };
}

function fromHeader({ header }: Call): Signed {
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

function refuseUntimely({ date, expiresSeconds, scope }: Signed, now: Date) {
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
  if (-age > skewMilliseconds || (expiresSeconds === undefined && age > skewMilliseconds)) {
    throw new S3Error('RequestTimeTooSkewed', 'The request time is too far from the server’s.');
  }
}

// A header that could change what is done must not be added by whoever holds a presigned URL.
function refuseUnsigned({ request }: Call, { signedHeaders }: Signed) {
  const names = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  const unsigned = [...names, 'host'].filter((name) => !signedHeaders.includes(name));
  if (unsigned.length === 0) return;
  throw new S3Error('AccessDenied', `Headers that were not signed: ${unsigned.join(', ')}`);
}

function canonicalRequest(call: Call, { signedHeaders, payloadHash }: Signed): string {
  const { request, method, rawPath, query } = call;
  const parameters = [...query]
    .filter(([name]) => name.toLowerCase() !== 'x-amz-signature')
    .map(([name, value]) => [encoded(name), encoded(value)].join('='))
    .sort((one, other) => (nameIn(one) < nameIn(other) ? -1 : 1));
  const headers = signedHeaders.map((name) => {
    const value = [request.headers[name] ?? ''].flat().join(',');
    return `${name}:${value.trim().replace(/ +/g, ' ')}\n`;
  });
  const path = decodeURIComponent(rawPath).split('/').map(encoded).join('/');
  const lines = [method, path, parameters.join('&'), headers.join(''), signedHeaders.join(';')];
  return [...lines, payloadHash].join('\n');
}

function nameIn(parameterText: string): string {
  return parameterText.slice(0, parameterText.indexOf('='));
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
