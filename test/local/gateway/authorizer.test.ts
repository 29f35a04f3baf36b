import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { integration, restApi, startFixture } from '../fixture.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';

const ECHO = `export const handler = async ({ requestContext }) =>
  ({ statusCode: 200, body: JSON.stringify(requestContext.authorizer ?? {}) });`;

// The token selects the answer; the count shows whether the answer came from the cache.
const AUTHORIZE = `let count = 0;
let flaky = true;
export const handler = async ({ type, methodArn, authorizationToken, queryStringParameters, resource }) => {
  count += 1;
  const token = authorizationToken ?? queryStringParameters?.token ?? 'allow';
  const allow = { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn };
  const principal = (Statement, context) =>
    ({ principalId: 'clerk', policyDocument: { Version: '2012-10-17', Statement }, context });
  switch (token.split(' ')[0]) {
    case 'allow': return principal([allow], { count, type, methodArn, yes: true });
    case 'everywhere': return principal({ ...allow, Action: '*', Resource: methodArn.replace(/GET.*/, '*') });
    case 'elsewhere': return principal([{ ...allow, Resource: methodArn + '/x' }]);
    case 'deny': return principal([allow, { ...allow, Effect: 'Deny' }], { count });
    case 'unauthorized': throw new Error('Unauthorized');
    case 'broken': throw new Error('unauthorized');
    case 'flaky': if (flaky) { flaky = false; throw new Error('once'); } return principal([allow]);
    case 'nested': return principal([allow], { a: { b: 1 } });
    case 'without-policy': return { principalId: 'clerk' };
    case 'text': return 'yes';
    case 'exit': process.exit(0);
  }
};`;

const scheme = (type: string, more: JsonObject): JsonObject => ({
  type: 'apiKey',
  name: 'Authorization',
  in: 'header',
  'x-amazon-apigateway-authtype': 'custom',
  'x-amazon-apigateway-authorizer': {
    type,
    authorizerUri: {
      'Fn::Sub': 'arn:aws:apigateway:x:lambda:path/functions/${authorize.Arn}/invocations',
    },
    ...more,
  },
});

const secured = (name: string) => ({ get: { ...integration('echo'), security: [{ [name]: [] }] } });

const body: JsonObject = {
  paths: {
    '/token/{id}': secured('token'),
    '/uncached': secured('uncached'),
    '/query': secured('query'),
    '/strict': secured('strict'),
    '/open': { get: integration('echo') },
  },
  components: {
    securitySchemes: {
      token: scheme('token', { authorizerResultTtlInSeconds: 60 }),
      uncached: scheme('token', { authorizerResultTtlInSeconds: 0 }),
      strict: scheme('token', { identityValidationExpression: 'Bearer \\S+' }),
      query: scheme('request', { identitySource: 'method.request.querystring.token' }),
    },
  },
};

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  fixture = await startFixture({ echo: ECHO, authorize: AUTHORIZE }, restApi('test-ledger', body));
});
afterAll(() => fixture.stop());

async function ask(path: string, token?: string) {
  const headers = token === undefined ? undefined : { Authorization: token };
  const response = await fetch(`${fixture.urls.base_url}${path}`, { headers });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

test.each<[token: string | undefined, status: number]>([
  ['allow', 200],
  ['everywhere', 200],
  ['elsewhere', 403],
  ['deny', 403],
  ['unauthorized', 401],
  [undefined, 401],
  ['', 401],
  ['broken', 500],
  ['nested', 500],
  ['without-policy', 500],
  ['text', 500],
  ['exit', 500],
])('the token %s gives %i', async (token, status) => {
  expect((await ask('/token/1', token)).status).toBe(status);
});

test('an operation without security calls no authorizer', async () => {
  expect(await ask('/open')).toEqual({ status: 200, body: {} });
});

test('passes the context to the function as text', async () => {
  const { body: authorizer } = await ask('/uncached', 'allow');

  expect(authorizer).toMatchObject({ principalId: 'clerk', type: 'TOKEN', yes: 'true' });
  expect(authorizer.methodArn).toMatch(
    /^arn:aws:execute-api:us-east-1:000000000000:\w+\/test\/GET\/uncached$/,
  );
  expect(authorizer.count).toMatch(/^\d+$/);
});

test('caches an answer per token, and evaluates its policy per request', async () => {
  const first = await ask('/token/2', 'allow kept');
  const again = await ask('/token/2', 'allow kept');
  const elsewhere = await ask('/token/3', 'allow kept');
  const other = await ask('/token/2', 'allow other');

  expect(again.body.count).toBe(first.body.count);
  expect(elsewhere.status).toBe(403);
  expect(other.body.count).not.toBe(first.body.count);
});

test('calls the authorizer once for a burst with one token', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask('/token/2', 'allow burst')),
  );

  expect(new Set(answers.map(({ body: { count } }) => count)).size).toBe(1);
});

test('calls the authorizer for every request without a cache', async () => {
  const [first, second] = [await ask('/uncached', 'allow'), await ask('/uncached', 'allow')];

  expect(second.body.count).not.toBe(first.body.count);
});

test('does not cache failures', async () => {
  expect((await ask('/token/4', 'flaky')).status).toBe(500);
  expect((await ask('/token/4', 'flaky')).status).toBe(200);
});

test('reports failures and not refusals', () => {
  expect(fixture.lines).toContain('The authorizer authorize failed: FunctionError: unauthorized');
  expect(fixture.lines.join()).not.toContain('Unauthorized');
});

test('a REQUEST authorizer receives the request', async () => {
  expect(await ask('/query?token=allow')).toMatchObject({ status: 200, body: { type: 'REQUEST' } });
  expect((await ask('/query')).status).toBe(401);
});

test('refuses a malformed token at once', async () => {
  expect((await ask('/strict', 'allow')).status).toBe(401);
});
