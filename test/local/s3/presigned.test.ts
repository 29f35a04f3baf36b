import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GetObjectCommand, PutBucketCorsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BUCKET, clientOf, refusalOf, startS3Fixture } from './s3-fixture.ts';
import type { S3Fixture } from './s3-fixture.ts';

let s3: S3Fixture;
beforeAll(async () => {
  s3 = await startS3Fixture();
  await s3.put('report é.csv', 'a,b\n', { ContentType: 'text/csv' });
});
afterAll(() => s3.stop());

interface SigningTimes {
  readonly expiresIn?: number;
  readonly signingDate?: Date;
}

// The checksum of a body that does not exist yet must not be signed.
const signer = () =>
  clientOf(s3.endpoint, 'local', { requestChecksumCalculation: 'WHEN_REQUIRED' });
const getUrl = (Key: string, more = {}, times: SigningTimes = {}) =>
  getSignedUrl(signer(), new GetObjectCommand({ Bucket: BUCKET, Key, ...more }), times);
const putUrl = (Key: string, more = {}, times: SigningTimes = {}) =>
  getSignedUrl(signer(), new PutObjectCommand({ Bucket: BUCKET, Key, ...more }), times);

const codeIn = async (response: Response) => {
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
  return [response.status, code];
};

test('anyone with the URL can read the object, under the file name in the URL', async () => {
  const url = await getUrl('report é.csv', {
    ResponseContentDisposition: 'attachment; filename="r.csv"',
  });
  const response = await fetch(url);

  expect(await response.text()).toBe('a,b\n');
  expect(response.headers.get('content-type')).toBe('text/csv');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="r.csv"');
});

test('anyone with the URL can write the object, and only once if the URL says so', async () => {
  const url = await putUrl('uploaded');
  expect((await fetch(url, { method: 'PUT', body: 'from a browser' })).status).toBe(200);
  expect(await s3.read('uploaded')).toBe('from a browser');

  const once = await putUrl('uploaded', { IfNoneMatch: '*' });
  const headers = { 'if-none-match': '*' };
  const response = await fetch(once, { method: 'PUT', body: 'again', headers });
  expect(await codeIn(response)).toEqual([412, 'PreconditionFailed']);
});

test('a URL is valid until it expires', async () => {
  const signingDate = new Date(Date.now() - 100_000);
  const over = await getUrl('report é.csv', {}, { expiresIn: 60, signingDate });
  const good = await getUrl('report é.csv', {}, { expiresIn: 3_600, signingDate });

  expect(await codeIn(await fetch(over))).toEqual([403, 'AccessDenied']);
  expect((await fetch(good)).status).toBe(200);
});

test('a URL is valid only for the request that it signs', async () => {
  const url = await getUrl('report é.csv');
  const elsewhere = url.replace('report', 'reporT');
  const longer = url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000');
  const forged = url.replace(/(?<=X-Amz-Signature=)\w/, (digit) => (digit === '0' ? '1' : '0'));

  for (const other of [elsewhere, longer, forged]) {
    expect(await codeIn(await fetch(other))).toEqual([403, 'SignatureDoesNotMatch']);
  }
  const written = await fetch(url, { method: 'PUT', body: 'x' });
  expect(await codeIn(written)).toEqual([403, 'SignatureDoesNotMatch']);
  const headers = { 'x-amz-object-lock-mode': 'COMPLIANCE' };
  const added = await fetch(await putUrl('lock'), { method: 'PUT', body: 'x', headers });
  expect(await codeIn(added)).toEqual([403, 'AccessDenied']);
});

test('a URL that signs length and checksum takes these bytes only', async () => {
  const checksum = 'x-amz-checksum-sha256';
  const ChecksumSHA256 = hash('sha256', 'right', 'base64');
  const command = new PutObjectCommand({
    Bucket: BUCKET,
    Key: 'declared',
    ContentLength: 5,
    ChecksumSHA256,
  });
  const url = await getSignedUrl(signer(), command, { unhoistableHeaders: new Set([checksum]) });
  const send = async (body: string, headers = {}) =>
    codeIn(await fetch(url, { method: 'PUT', body, headers }));
  const headers = { [checksum]: ChecksumSHA256 };

  expect(await send('wrong', headers)).toEqual([400, 'BadDigest']);
  expect(await send('longer', headers)).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await send('right')).toEqual([403, 'SignatureDoesNotMatch']);
  const other = { [checksum]: hash('sha256', 'wrong', 'base64') };
  expect(await send('wrong', other)).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await send('right', headers)).toEqual([200, undefined]);
});

test('ignores a checksum in the query, as S3 does', async () => {
  const url = await putUrl('hoisted', { ChecksumSHA256: hash('sha256', 'right', 'base64') });

  expect(url).toContain('x-amz-checksum-sha256=');
  expect((await fetch(url, { method: 'PUT', body: 'wrong' })).status).toBe(200);
});

test('refuses the name of an algorithm without a checksum of it', async () => {
  const name = 'x-amz-sdk-checksum-algorithm';
  const command = new PutObjectCommand({ Bucket: BUCKET, Key: 'x', ChecksumAlgorithm: 'SHA256' });
  const url = await getSignedUrl(signer(), command, { unhoistableHeaders: new Set([name]) });
  const response = await fetch(url, { method: 'PUT', body: 'x', headers: { [name]: 'SHA256' } });

  expect(await codeIn(response)).toEqual([400, 'InvalidRequest']);
});

test.each([0, 604_801])('refuses a URL valid for %d seconds', async (seconds) => {
  const url = (await getUrl('report é.csv')).replace('Expires=900', `Expires=${seconds}`);

  expect(await codeIn(await fetch(url))).toEqual([400, 'AuthorizationQueryParametersError']);
});

test('refuses a request without a signature, with a wrong key or an old date', async () => {
  const read = (client: ReturnType<typeof clientOf>) =>
    refusalOf(client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'uploaded' })));
  const credentials = { accessKeyId: 'stranger', secretAccessKey: 'local' };

  expect(await codeIn(await fetch(`${s3.endpoint}/${BUCKET}/uploaded`))).toEqual([
    403,
    'AccessDenied',
  ]);
  expect((await read(clientOf(s3.endpoint, 'wrong')))[0]).toBe('SignatureDoesNotMatch');
  expect((await read(clientOf(s3.endpoint, 'local', { credentials })))[0]).toBe(
    'InvalidAccessKeyId',
  );
  const slow = clientOf(s3.endpoint, 'local', { systemClockOffset: -20 * 60_000 });
  expect((await read(slow))[0]).toBe('RequestTimeTooSkewed');
});

test('refuses a body that differs from the signed one, is too long or has no length', async () => {
  const url = await putUrl('wrong');
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('no length'));
      controller.close();
    },
  });
  const unsized = await fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit);

  expect(await codeIn(unsized)).toEqual([411, 'MissingContentLength']);
});

const CONSOLE = 'https://console.bank.example';

const allowConsole = (AllowedOrigins: string[]) =>
  s3.client.send(
    new PutBucketCorsCommand({
      Bucket: BUCKET,
      CORSConfiguration: {
        CORSRules: [
          {
            AllowedOrigins,
            AllowedMethods: ['GET'],
            AllowedHeaders: ['Range'],
            ExposeHeaders: ['ETag'],
          },
          { AllowedOrigins, AllowedMethods: ['PUT'], MaxAgeSeconds: 60 },
        ],
      },
    }),
  );

test('pages of an origin that the bucket names may use a URL, and see the headers that it exposes', async () => {
  const url = await getUrl('report é.csv');
  const read = (origin: string) => fetch(url, { headers: { Origin: origin } });
  expect((await read(CONSOLE)).headers.get('access-control-allow-origin')).toBeNull();

  await allowConsole([CONSOLE]);
  const [own, other] = [await read(CONSOLE), await read('https://evil.example')];
  const expired = await fetch(url.replace('Expires=900', 'Expires=901'), {
    headers: { Origin: CONSOLE },
  });

  expect([own.status, other.status, expired.status]).toEqual([200, 200, 403]);
  expect(Object.fromEntries(own.headers)).toMatchObject({
    'access-control-allow-origin': CONSOLE,
    'access-control-expose-headers': 'ETag',
    vary: expect.stringMatching(/^Origin/),
  });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  expect(expired.headers.get('access-control-allow-origin')).toBe(CONSOLE);
});

test('a preflight of a bucket is answered by its rules, without a signature', async () => {
  await allowConsole([CONSOLE]);
  const ask = async (origin: string, method: string, names = '') => {
    const headers = {
      Origin: origin,
      'Access-Control-Request-Method': method,
      ...(names !== '' && { 'Access-Control-Request-Headers': names }),
    };
    const { status, headers: answer } = await fetch(`${s3.endpoint}/${BUCKET}/any`, {
      method: 'OPTIONS',
      headers,
    });
    return [status, answer.get('access-control-allow-methods')];
  };

  expect(await ask(CONSOLE, 'GET', 'range')).toEqual([200, 'GET']);
  expect(await ask(CONSOLE, 'PUT')).toEqual([200, 'PUT']);
  expect(await ask(CONSOLE, 'GET', 'x-other')).toEqual([403, null]);
  expect(await ask(CONSOLE, 'DELETE')).toEqual([403, null]);
  expect(await ask('https://evil.example', 'GET')).toEqual([403, null]);
  expect((await fetch(`${s3.endpoint}/${BUCKET}/any`, { method: 'OPTIONS' })).status).toBe(400);
  await expect(allowConsole(['*'])).rejects.toThrow('without wildcards');
});
