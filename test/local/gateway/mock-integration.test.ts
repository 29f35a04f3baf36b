import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { integration, restApi, startFixture } from '../fixture.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';

// Answers by itself, with headers and a body that name the request.
const mock: JsonObject = {
  'x-amazon-apigateway-integration': {
    type: 'mock',
    passthroughBehavior: 'never',
    requestTemplates: {
      'application/json': '{"statusCode": 405}',
      'text/plain': '{"statusCode": 405}',
    },
    responses: {
      default: {
        statusCode: '405',
        responseParameters: {
          'method.response.header.Allow': "'POST'",
          'method.response.header.X-Correlation-ID': 'context.requestId',
        },
        responseTemplates: {
          'application/json': '{"id":"$context.requestId","method":"$context.httpMethod"}',
        },
      },
    },
  },
};

const body: JsonObject = {
  openapi: '3.0.3',
  paths: {
    '/closed': { post: integration('broken'), 'x-amazon-apigateway-any-method': mock },
  },
};

// Returns no proxy result, which is 502.
const BROKEN = `export const handler = async () => 'broken';`;

let fixture: Awaited<ReturnType<typeof startFixture>>;
let origin: string;
beforeAll(async () => {
  fixture = await startFixture({ broken: BROKEN }, restApi('test-ledger', body));
  origin = fixture.urls.base_url ?? '';
});
afterAll(() => fixture.stop());

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  'answers %s with the MOCK integration of the other methods',
  async (method) => {
    const response = await fetch(`${origin}/closed`, { method });
    const id = response.headers.get('x-amzn-requestid');

    expect(response.status).toBe(405);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      allow: 'POST',
      'x-correlation-id': id,
      'content-type': 'application/json',
    });
    expect(await response.text()).toBe(method === 'HEAD' ? '' : JSON.stringify({ id, method }));
  },
);

test('a MOCK integration refuses a Content-Type without a template, and no other method', async () => {
  const send = async (method: string, type: string) => {
    const init = { method, headers: { 'Content-Type': type }, body: '{}' };
    return (await fetch(`${origin}/closed`, init)).status;
  };

  expect(await send('PUT', 'application/json; charset=utf-8')).toBe(405);
  expect(await send('PUT', 'Text/Plain')).toBe(405);
  expect(await send('PUT', 'image/png')).toBe(415);
  expect(await send('POST', 'image/png')).toBe(502);
});
