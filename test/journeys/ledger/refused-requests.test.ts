// Invalid requests at the public API get a clear HttpError, never a 5xx.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectError } from '../../support/contract/contract.ts';
import { rawRequest } from '../../support/stack/raw-request.ts';
import { LIMITED_TENANT, startTestStack } from '../../support/stack/stack.ts';
import type { TestStack } from '../../support/stack/stack.ts';
import { signToken, createSigningKey } from '../../support/stack/token-issuer.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  expect((await stack.get('/api/accounts')).body).toEqual([]);
  await stack.stop();
});

const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };

const bodies: [string, unknown, number, string][] = [
  ['a truncated body', '{"customer_id":"c",', 400, 'invalid_json'],
  ['trailing garbage', `${JSON.stringify(account)}x`, 400, 'invalid_json'],
  ['NaN', '{"name":NaN}', 400, 'invalid_json'],
  ['a repeated member', '{"name":"a","name":"b"}', 400, 'invalid_json'],
  ['a member repeated in escaped form', '{"name":"a","n\\u0061me":"b"}', 400, 'invalid_json'],
  ['excessive nesting', '['.repeat(100_000), 400, 'invalid_json'],
  [
    'a lone surrogate',
    `{"customer_id":"c","product_id":"p","name":"\\ud800","currency":"EUR"}`,
    400,
    'invalid_json',
  ],
  ['an empty body', '', 400, 'invalid_json'],
  ['null', 'null', 400, 'invalid_request'],
  ['a string', '"account"', 400, 'invalid_request'],
  ['a prototype', `{"__proto__":{"name":"Ada"},"customer_id":"c"}`, 400, 'invalid_request'],
  [
    'more than a mebibyte',
    JSON.stringify({ ...account, name: 'n'.repeat(1024 * 1024) }),
    413,
    'body_too_large',
  ],
  ['more than ten megabytes', 'x'.repeat(10 * 1024 * 1024 + 1), 413, 'body_too_large'],
];

test.each(bodies)('%s', async (_, body, status, code) => {
  const answer = await stack.post('/api/accounts', body);

  expect(answer.body).toMatchObject({ statusCode: status, code });
  expectError(answer.body, status);
});

test('a number that cannot be kept as written', async () => {
  const body = '{"type":"CURRENT","config":{"limit":9007199254740993}}';
  const answer = await stack.post('/api/products', body);

  expectError(answer.body, 400);
  expect(answer.body.code).toBe('invalid_request');
  expect(String(answer.body.message)).toContain('/config/limit is a number');
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/jsonx',
])('the media type %s', async (type) => {
  const answer = await stack.post('/api/accounts', account, { headers: { 'content-type': type } });

  expectError(answer.body, 415);
  expect(answer.body.code).toBe('unsupported_media_type');
});

test.each([
  ['GET', '/api'],
  ['GET', '/api/account'],
  ['GET', '/API/ACCOUNTS'],
  ['GET', '/api/accounts/a/b/c'],
  ['PUT', '/api/accounts/a/b/c'],
])('%s %s is an unknown route', async (method, path) => {
  const answer = await stack.request(method, path);

  expectError(answer.body, 404);
});

test.each([
  ['DELETE', '/api/accounts', 'GET, OPTIONS, POST'],
  ['PUT', '/api/accounts/acc_x', 'GET, OPTIONS'],
  ['PATCH', '/api/accounts/acc_x', 'GET, OPTIONS'],
  ['POST', '/api/products/current/rules/rul_x', 'DELETE, OPTIONS, PUT'],
  ['POST', '/docs', 'GET, OPTIONS'],
  ['POST', '/', 'GET, OPTIONS'],
])('%s %s is a method that the path does not take', async (method, path, allow) => {
  for (const token of [await stack.token(), null]) {
    const answer = await stack.request(method, path, { token });

    expectError(answer.body, 405);
    expect(answer.body).toMatchObject({ code: 'method_not_allowed', error: 'Method Not Allowed' });
    expect(answer.headers.get('allow')).toBe(allow);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-correlation-id')).toBe(answer.body.correlation_id);
  }
});

test.each([
  '/api/accounts/%00',
  '/api/accounts/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  `/api/accounts/${'a'.repeat(3000)}`,
  '/api/accounts/acc_1%23B',
  '/api/accounts/%F0%9F%98%80',
  '/api/accounts/..%5c..%5c',
])('the hostile id %s gets 404', async (path) => {
  expectError((await stack.get(path)).body, 404);
});

test.each([
  '/api/accounts/%',
  '/api/accounts/%zz',
  '/api/accounts/%ff',
  '/api/accounts/a\\b',
  '/api/../../x',
  '//api/accounts',
  '/api/accounts?limit=%',
])('the malformed address %s gets a clear answer', async (path) => {
  const answer = await rawRequest(stack.baseUrl, path, await stack.token());

  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) expectError(answer.body, answer.status);
});

test('a missing, malformed or expired token, or one of another audience, issuer or key gets 401', async () => {
  const stranger = await createSigningKey('test');
  const past = Math.floor(Date.now() / 1000) - 10;
  const tokens = [
    null,
    'nonsense',
    'a.b.c',
    await stack.token({ exp: past }),
    await stack.token({ aud: 'elsewhere' }),
    await stack.token({ iss: 'https://issuer.example' }),
    await stack.token({ tenant_id: undefined }),
    await signToken(stranger, { iss: 'x', aud: 'countinghouse', sub: 'eve', tenant_id: 'acme' }),
  ];

  for (const token of tokens) {
    const answer = await stack.get('/api/accounts', { token });
    expectError(answer.body, 401);
    expect(answer.body.code).toBe('unauthorized');
  }
});

test('checks the permission before anything else', async () => {
  const token = await stack.token({ scope: 'finance.read' });

  const write = await stack.post('/api/accounts', 'not json', { token, key: null });
  const worker = await stack.get('/api/accounts', {
    token: await stack.token({ scope: 'internal.worker' }),
  });

  expect(write.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
  expect(worker.body).toMatchObject({ statusCode: 403, code: 'permission_denied' });
});

test('two Idempotency-Key headers with different values get 400', async () => {
  const keys = ['first-key-0123456', 'other-key-0123456'];
  const answer = await rawRequest(stack.baseUrl, '/api/accounts', await stack.token(), {
    method: 'POST',
    headers: keys.map((key) => `Idempotency-Key: ${key}`),
    body: JSON.stringify(account),
  });

  expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_idempotency_key' });
});

test.each(['', 'x'.repeat(129), 'with space', 'tab\tin'])(
  'refuses the correlation id %j',
  async (id) => {
    const answer = await stack.get('/api/accounts', { headers: { 'x-correlation-id': id } });

    expect(answer.body).toMatchObject({ statusCode: 400, code: 'invalid_correlation_id' });
    expect(answer.headers.get('x-correlation-id')).not.toBe(id);
  },
);

const CONSOLE = 'http://localhost:4020';

test('a tenant beyond its limit gets 429 and a time to wait, and no other tenant notices', async () => {
  const token = await stack.token({ tenant_id: LIMITED_TENANT });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => stack.post('/api/accounts', account, { token })),
  );
  const refused = answers.filter(({ status }) => status === 429);

  // Three at once, and one in each second that the twenty took.
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(3);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused) {
    expect(headers.get('retry-after')).toBe('1');
    expect(body).toMatchObject({ code: 'throttled' });
    expectError(body, 429);
  }
  expect((await stack.get('/api/accounts')).status).toBe(200);
});

/** Asks as a browser does before it lets a page of the origin call the path. */
const askFirst = (path: string, origin: string) =>
  stack.request('OPTIONS', path, {
    token: null,
    key: null,
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization,x-correlation-id',
    },
  });

test.each(['ledger', 'workbench'] as const)(
  'the console may read every answer of the %s, refusals of the gateway too',
  async (api) => {
    const path = api === 'ledger' ? '/api/accounts' : '/api/legacy-batches';
    const token = await stack.token({ tenant_id: 'cors', scope: 'finance.read audit.read' });
    const answers = await Promise.all([
      stack.get(path, { api, token }),
      stack.get(`${path}?limit=x`, { api, token }),
      stack.get(`${path}/unknown`, { api, token }),
      stack.post(path, '{', { api, token }),
      stack.get(path, { api, token: null }),
      stack.get('/nowhere', { api, token: null }),
      stack.request('PATCH', path, { api, token }),
      stack.get('/openapi.json', { api, token: null }),
      stack.get('/', { api, token: null }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([
      200,
      400,
      404,
      api === 'ledger' ? 403 : 405,
      401,
      404,
      405,
      200,
      200,
    ]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe(CONSOLE);
      expect(headers.get('access-control-expose-headers')).toContain('X-Correlation-ID');
      expect(headers.get('vary')).toMatch(/\bOrigin$/);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  },
);

test('a preflight needs no token, and names the methods of its path and the console alone', async () => {
  for (const origin of [CONSOLE, 'https://evil.example']) {
    const { status, headers, text } = await askFirst('/api/accounts', origin);

    expect([status, text]).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(headers.get('access-control-max-age')).toBe('7200');
  }
  expect((await askFirst('/api/nowhere', CONSOLE)).status).toBe(404);
});
