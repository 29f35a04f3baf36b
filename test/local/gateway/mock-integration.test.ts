import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readApiDefinition } from '../../../local/gateway/api-definition.ts';
import { integration, restApi, startFixture } from '../fixture.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';

// Answers by itself, with headers and a body that name the request.
const mock: JsonObject = {
  'x-amazon-apigateway-integration': {
    type: 'mock',
    passthroughBehavior: 'never',
    contentHandling: 'CONVERT_TO_TEXT',
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
    '/bytes/{path+}': { 'x-amazon-apigateway-any-method': integration('bytes') },
  },
  'x-amazon-apigateway-binary-media-types': ['*/*'],
};

// Returns no proxy result, which is 502.
const BROKEN = `export const handler = async () => 'broken';`;

// Answers the path parameter between two bytes that are no text, and returns the request's body in a header.
const BYTES = `export const handler = async ({ pathParameters, body, isBase64Encoded }) => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/octet-stream', 'X-Body': isBase64Encoded + ' ' + body },
  body: Buffer.from('\\xff' + pathParameters.path + '\\x80', 'latin1').toString('base64'),
  isBase64Encoded: true,
});`;

let fixture: Awaited<ReturnType<typeof startFixture>>;
let origin: string;
beforeAll(async () => {
  fixture = await startFixture({ broken: BROKEN, bytes: BYTES }, restApi('test-ledger', body));
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

test.each([undefined, '*/*', 'application/json', 'application/octet-stream, */*'])(
  'answers bytes as they are to a client that accepts %s, where all media types are binary',
  async (accepted) => {
    const headers = { ...(accepted !== undefined && { Accept: accepted }), 'X-Other': 'x' };
    const response = await fetch(`${origin}/bytes/tile/0/x001%2F067`, {
      method: 'POST',
      headers,
      body: '{"a":1}',
    });

    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(
      '\xfftile/0/x001%2F067\x80',
    );
    expect(response.headers.get('x-body')).toBe(
      `true ${Buffer.from('{"a":1}').toString('base64')}`,
    );
  },
);

test('a MOCK integration that cannot read a binary body is refused at the start', () => {
  const { contentHandling: _, ...unable } = mock['x-amazon-apigateway-integration'] as JsonObject;
  const paths = { '/closed': { put: { 'x-amazon-apigateway-integration': unable } } };

  expect(() => readApiDefinition({ Body: { ...body, paths } })).toThrow('read bodies as text');
});
