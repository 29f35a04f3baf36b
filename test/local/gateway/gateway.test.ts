import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gunzipSync, gzipSync } from 'node:zlib';
import { integration, restApi, startFixture } from '../fixture.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';

const ECHO = `export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });`;

// Answers with whatever the request's body asks for.
const OBEY = `export const handler = async ({ body }) => {
  const { wait, fail, exit, result } = JSON.parse(body);
  if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
  if (fail) throw new Error(fail);
  if (exit) process.exit(1);
  return result;
};`;

const gatewayResponse = (statusCode: number) => ({
  statusCode: String(statusCode),
  responseParameters: {
    'gatewayresponse.header.X-Correlation-ID': 'context.requestId',
    'gatewayresponse.header.X-Echo': 'method.request.header.X-Echo',
    'gatewayresponse.header.Cache-Control': "'no-store'",
  },
  responseTemplates: {
    'application/json':
      `{"statusCode":${statusCode},"message":$context.error.messageString,` +
      '"id":"$context.requestId","type":"$context.error.responseType"}',
  },
});

const body: JsonObject = {
  openapi: '3.0.3',
  paths: {
    '/echo/{id}': { get: { operationId: 'getEcho', ...integration('echo') } },
    '/echo': { 'x-amazon-apigateway-any-method': integration('echo') },
    '/obey': { post: integration('obey') },
    '/hurry': { post: integration('obey', { timeoutInMillis: 50 }) },
  },
  'x-amazon-apigateway-minimum-compression-size': 1000,
  'x-amazon-apigateway-gateway-responses': {
    MISSING_AUTHENTICATION_TOKEN: gatewayResponse(404),
    REQUEST_TOO_LARGE: gatewayResponse(413),
    DEFAULT_5XX: {
      responseTemplates: { 'application/json': '{"message":"${context.error.message}"}' },
    },
  },
};

let fixture: Awaited<ReturnType<typeof startFixture>>;
let origin: string;
beforeAll(async () => {
  fixture = await startFixture({ echo: ECHO, obey: OBEY }, restApi('test-ledger', body));
  origin = fixture.urls.base_url ?? '';
});
afterAll(() => fixture.stop());

const command = (order: JsonObject, init: RequestInit = {}) =>
  fetch(`${origin}/obey`, { method: 'POST', body: JSON.stringify(order), ...init });

const post = (encoding: string, bytes: Buffer) =>
  command({}, { headers: { 'Content-Encoding': encoding }, body: new Uint8Array(bytes) });

const loopback = expect.stringMatching(/^(127\.0\.0\.1|::1)$/);

test('passes the event of a proxy integration', async () => {
  const response = await fetch(`${origin}/echo/a%20b?x=1&x=2&y=%C3%A9+z`, {
    headers: [
      ['X-Mixed', 'one'],
      ['x-mixed', 'two'],
      ['User-Agent', 'teller'],
    ],
  });
  const event = (await response.json()) as JsonObject;

  expect(event).toMatchObject({
    resource: '/echo/{id}',
    path: '/echo/a%20b',
    httpMethod: 'GET',
    pathParameters: { id: 'a%20b' },
    queryStringParameters: { x: '2', y: 'é z' },
    multiValueQueryStringParameters: { x: ['1', '2'], y: ['é z'] },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      domainName: new URL(origin).host,
      httpMethod: 'GET',
      operationName: 'getEcho',
      path: '/echo/a%20b',
      protocol: 'HTTP/1.1',
      requestId: response.headers.get('x-amzn-requestid'),
      resourcePath: '/echo/{id}',
      stage: 'test',
      identity: { sourceIp: loopback, userAgent: 'teller', caller: null },
    },
  });
  expect(event.headers).toMatchObject({
    'X-Forwarded-For': loopback,
    'X-Forwarded-Proto': 'http',
  });
  expect(event.headers).not.toHaveProperty('connection');
});

test('sets body, query and path parameters to null where a request has none', async () => {
  const response = await fetch(`${origin}/echo/`);

  expect(await response.json()).toMatchObject({
    resource: '/echo',
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    body: null,
  });
});

test('passes on the status, headers and body of a result', async () => {
  const result = {
    statusCode: 201,
    headers: {
      Location: '/a',
      'X-Number': 3,
      'WWW-Authenticate': 'Bearer',
      'Content-Length': '99',
    },
    multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    body: '{"é":1}',
  };
  const response = await command({ result });

  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    location: '/a',
    'x-number': '3',
    'x-amzn-remapped-www-authenticate': 'Bearer',
    'content-type': 'application/json',
    'content-length': '8',
  });
  expect(await response.text()).toBe('{"é":1}');
});

test('sends no body with a 204', async () => {
  const response = await command({ result: { statusCode: 204, body: 'x' } });

  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
});

test.each<[string, JsonObject]>([
  ['an error', { fail: 'broken' }],
  ['the end of the process', { exit: true }],
  ['nothing', {}],
  ['text', { result: 'text' }],
  ['no status', { result: { body: '' } }],
  ['an invalid status', { result: { statusCode: 99 } }],
  ['a body that is not text', { result: { statusCode: 200, body: { a: 1 } } }],
  ['a header with a line break', { result: { statusCode: 200, headers: { a: 'b\r\nc: d' } } }],
  ['a header without a name', { result: { statusCode: 200, headers: { '': 'b' } } }],
  ['a header that is an object', { result: { statusCode: 200, headers: { a: {} } } }],
])('answers 502 when a function returns %s', async (_, order) => {
  const response = await command(order);

  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ message: 'Internal server error' });
  expect((await command({ result: { statusCode: 200 } })).status).toBe(200);
});

test('answers 504 when a function exceeds the timeout of the integration', async () => {
  const slow = JSON.stringify({ wait: 500, result: { statusCode: 200 } });
  const response = await fetch(`${origin}/hurry`, { method: 'POST', body: slow });

  expect(response.status).toBe(504);
  expect(await response.json()).toEqual({ message: 'Endpoint request timed out' });
});

test.each([
  ['GET', '/nowhere'],
  ['GET', '/obey'],
  ['OPTIONS', '/obey'],
])('answers an unknown %s %s with its gateway response', async (method, path) => {
  const response = await fetch(origin + path, { method, headers: { 'X-Echo': 'heard' } });
  const id = response.headers.get('x-amzn-requestid');

  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    statusCode: 404,
    message: 'Missing Authentication Token',
    id,
    type: 'MISSING_AUTHENTICATION_TOKEN',
  });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-correlation-id': id,
    'x-echo': 'heard',
    'cache-control': 'no-store',
  });
});

test('answers HEAD without a body', async () => {
  const unknown = await fetch(`${origin}/obey`, { method: 'HEAD' });
  const known = await fetch(`${origin}/echo`, { method: 'HEAD' });

  expect([unknown.status, known.status]).toEqual([404, 200]);
  expect(await unknown.text()).toBe('');
  expect(unknown.headers.has('x-echo')).toBe(false);
});

test('refuses a body over 10 MB, and an event over 6 MB', async () => {
  const huge = await command({}, { body: 'x'.repeat(10 * 1024 * 1024 + 1) });
  const large = await command({}, { body: 'x'.repeat(7 * 1024 * 1024) });

  expect([huge.status, large.status]).toEqual([413, 413]);
  expect(await huge.json()).toMatchObject({ type: 'REQUEST_TOO_LARGE' });
});

test('compresses large answers for clients that accept it', async () => {
  const result = { statusCode: 200, body: 'a'.repeat(1000) };
  const sizes = await Promise.all(
    ['gzip', 'deflate', 'gzip;q=0, identity', 'br', ''].map(async (encoding) => {
      const response = await command({ result }, { headers: { 'Accept-Encoding': encoding } });
      expect(await response.text()).toBe(result.body);
      return response.headers.get('content-encoding');
    }),
  );
  const small = await command({ result: { statusCode: 200, body: 'a' } });

  const encoded = { ...result, headers: { 'Content-Encoding': 'identity' } };
  const gzip = { headers: { 'Accept-Encoding': 'gzip' } };
  const left = await command({ result: encoded }, gzip);

  expect(sizes).toEqual(['gzip', 'deflate', null, null, null]);
  expect(left.headers.get('content-encoding')).toBe('identity');
  expect(left.headers.get('content-length')).toBe('1000');
  expect(small.headers.get('content-encoding')).toBeNull();
});

test('accepts compressed requests where it compresses answers', async () => {
  const order = Buffer.from(JSON.stringify({ result: { statusCode: 200, body: 'heard' } }));
  const bomb = gzipSync(Buffer.alloc(11 * 1024 * 1024));

  expect(gunzipSync(gzipSync(order))).toEqual(order);
  expect(await (await post('gzip', gzipSync(order))).text()).toBe('heard');
  expect((await post('gzip', order)).status).toBe(400);
  expect((await post('br', order)).status).toBe(415);
  expect((await post('gzip', bomb)).status).toBe(413);
});

test('reports failing functions', async () => {
  await command({ fail: 'no money' });

  expect(fixture.lines).toContain('obey failed: Error: no money');
});
