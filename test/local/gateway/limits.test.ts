// Usage plans with keys that the authorizer names: each key has its burst and its rate.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TokenBucket } from '../../../local/gateway/limits/token-bucket.ts';
import { integration, restApi, startFixture } from '../fixture.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';

const ECHO = `export const handler = async () => ({ statusCode: 200, body: '{}' });`;
// The token is the key.
const AUTHORIZE = `export const handler = async ({ methodArn, authorizationToken }) => ({
  principalId: 'clerk',
  policyDocument: { Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn.replace(/GET.*/, '*') }] },
  ...(authorizationToken !== 'none' && { usageIdentifierKey: authorizationToken }),
});`;

const body: JsonObject = {
  'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
  paths: {
    '/counted': { get: { ...integration('echo'), security: [{ token: [] }, { api_key: [] }] } },
    '/uncounted': { get: { ...integration('echo'), security: [{ token: [] }] } },
  },
  components: {
    securitySchemes: {
      api_key: { type: 'apiKey', name: 'x-api-key', in: 'header' },
      token: {
        type: 'apiKey',
        name: 'Authorization',
        in: 'header',
        'x-amazon-apigateway-authtype': 'custom',
        'x-amazon-apigateway-authorizer': {
          type: 'token',
          authorizerUri: {
            'Fn::Sub': 'arn:aws:apigateway:x:lambda:path/functions/${authorize.Arn}/invocations',
          },
        },
      },
    },
  },
};

const key = (name: string, Enabled = true) => ({
  [`${name}Key`]: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Enabled, Value: name } },
  [`${name}InPlan`]: {
    Type: 'AWS::ApiGateway::UsagePlanKey',
    Properties: {
      KeyId: { Ref: `${name}Key` },
      KeyType: 'API_KEY',
      UsagePlanId: { Ref: 'Plan' },
    },
  },
});

const plan = {
  Type: 'AWS::ApiGateway::UsagePlan',
  Properties: {
    ApiStages: [{ ApiId: { Ref: 'testledgerApi' }, Stage: 'test' }],
    // So slow that no test takes long enough for another token.
    Throttle: { RateLimit: 0.0001, BurstLimit: 2 },
  },
};

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  fixture = await startFixture(
    { echo: ECHO, authorize: AUTHORIZE },
    {
      ...restApi('test-ledger', body),
      Plan: plan,
      ...key('first'),
      ...key('second'),
      ...key('third'),
      ...key('disabled', false),
    },
  );
});
afterAll(() => fixture.stop());

async function ask(token: string, path = '/counted'): Promise<number> {
  const headers = { Authorization: token };
  const response = await fetch(`${fixture.urls.base_url}${path}`, { headers });
  await response.text();
  return response.status;
}

test('a key has its burst, and the others have theirs', async () => {
  expect([await ask('first'), await ask('first'), await ask('first')]).toEqual([200, 200, 429]);
  expect([await ask('second'), await ask('first')]).toEqual([200, 429]);
});

test('a request without a key of the plan is refused where one is demanded', async () => {
  expect(await Promise.all(['unknown', 'none', 'disabled'].map((name) => ask(name)))).toEqual([
    403, 403, 403,
  ]);
  expect(await ask('none', '/uncounted')).toBe(200);
});

test('of requests at once no more pass than the burst allows', async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, () => ask('third')));

  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
});

test('a bucket fills at its rate, up to its burst', () => {
  let now = 0;
  const bucket = new TokenBucket(10, 3, () => now);
  const takeAll = () => Array.from({ length: 5 }, () => bucket.take()).filter(Boolean).length;

  expect(takeAll()).toBe(3);
  now = 99;
  expect(takeAll()).toBe(0);
  now = 100;
  expect(takeAll()).toBe(1);
  now = 10_000;
  expect(takeAll()).toBe(3);
});
