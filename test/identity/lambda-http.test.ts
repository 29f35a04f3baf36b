import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { answerEvent } from '../../functions/identity/lambda-http.ts';
import { startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const ISSUER = new URL('https://bank.example/prod');

// Returns what it received.
const echo: RequestListener = (request, response) => {
  const { method, url, headers, socket } = request;
  const { originalUrl } = request as { originalUrl?: string };
  response.setHeader('set-cookie', ['a=1', 'b=2']);
  void text(request).then((body) => {
    response.statusCode = 201;
    response.write('{"seen":');
    const seen = { method, url, originalUrl, headers, address: socket.remoteAddress, body };
    response.end(`${JSON.stringify(seen)}}`);
  });
};

function event(parts: Partial<APIGatewayProxyEvent>): APIGatewayProxyEvent {
  return {
    httpMethod: 'POST',
    path: '/token',
    multiValueHeaders: {},
    multiValueQueryStringParameters: null,
    body: null,
    isBase64Encoded: false,
    requestContext: { identity: { sourceIp: '192.0.2.1' } },
    ...parts,
  } as APIGatewayProxyEvent;
}

async function seenOf(parts: Partial<APIGatewayProxyEvent>) {
  const { body } = await answerEvent(echo, ISSUER, event(parts));
  return JSON.parse(body).seen;
}

test('passes the answer on, each cookie in a header of its own', async () => {
  const answer = await answerEvent(echo, ISSUER, event({}));

  expect(answer).toMatchObject({ statusCode: 201, isBase64Encoded: false });
  expect(answer.multiValueHeaders).toEqual({ 'set-cookie': ['a=1', 'b=2'] });
});

test('takes host, protocol and base path from the issuer', async () => {
  const forged = ['evil.example'];
  const seen = await seenOf({
    multiValueHeaders: {
      Host: forged,
      'X-Forwarded-Host': forged,
      'x-forwarded-proto': ['http'],
      'X-FORWARDED-FOR': ['198.51.100.7'],
      Forwarded: ['host=evil.example'],
      'X-Original-URL': forged,
    },
  });

  expect(seen).toMatchObject({ url: '/token', originalUrl: '/prod/token', address: '192.0.2.1' });
  expect(seen.headers).toEqual({
    host: 'bank.example',
    'x-forwarded-proto': 'https',
    'content-length': '0',
  });
});

test.each(['/token', '/prod/token'])(
  'handles %s the same with and without the base path',
  async (path) => {
    expect((await seenOf({ path })).url).toBe('/token');
  },
);

test('encodes again what API Gateway decoded', async () => {
  const multiValueQueryStringParameters = { scope: ['openid a&b'], state: ['x', 'y=z'] };

  const { url } = await seenOf({ multiValueQueryStringParameters });

  expect(url).toBe('/token?scope=openid+a%26b&state=x&state=y%3Dz');
});

test('joins two Cookie headers and decodes the body', async () => {
  const seen = await seenOf({
    multiValueHeaders: { Cookie: ['a=1', 'b=2'], 'Content-Length': ['999'] },
    body: Buffer.from('grant=ü').toString('base64'),
    isBase64Encoded: true,
  });

  expect(seen.headers.cookie).toBe('a=1; b=2');
  expect(seen.headers['content-length']).toBe('8');
  expect(seen.body).toBe('grant=ü');
});

test('takes a call without headers, as of the test page of API Gateway', async () => {
  const bare = { headers: null, multiValueHeaders: null } as unknown as APIGatewayProxyEvent;

  expect((await seenOf(bare)).headers).toMatchObject({ host: 'bank.example' });
});

const GENERATED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test.each([
  ['GET', '/.well-known/openid-configuration', 200],
  ['GET', '/auth?client_id=unknown', 400],
  ['GET', '/nowhere', 404],
  ['POST', '/token', 400],
])('every answer names the correlation id: %s %s is %i', async (method, path, status) => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(identity.issuer + path, { method, headers, redirect: 'manual' });
    expect(answer.status).toBe(status);
    return answer.headers.get('x-correlation-id');
  };

  expect(await ask({ 'x-correlation-id': 'sign-in.7' })).toBe('sign-in.7');
  expect(await ask({})).toMatch(GENERATED);
  expect(await ask({ 'x-correlation-id': '<script>' })).toMatch(GENERATED);
});

test('names the correlation id also while it has no keys', async () => {
  identity.corruptSecret();
  const headers = { 'X-Correlation-ID': 'no-keys' };

  const answer = await identity.instance()(event({ headers }));

  expect(answer).toMatchObject({ statusCode: 503, headers });
});
