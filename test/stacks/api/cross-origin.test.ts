// CORS as the templates and the deployed documents say it: which page may call, from which origin.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { EXPOSED_HEADERS } from '../../../functions/operations/cross-origin/cross-origin-headers.ts';
import { toKebabCase, operations } from '../../../functions/operations/operations.ts';
import { buildGatewayDocument } from '../../../lib/constructs/api/gateway-document.ts';
import type { OpenApiDocument } from '../../../lib/constructs/api/gateway-document.ts';
import type { StageSettings } from '../../../lib/config/stage-settings.ts';
import { readStage } from '../../../lib/config/stages.ts';
import { SETTINGS as local } from '../../../stages/local.ts';
import { CONSOLE_ORIGIN, synthesizeTemplates } from '../../support/stack/templates.ts';
import type { SynthesizedTemplates } from '../../support/stack/templates.ts';

let templates: SynthesizedTemplates;
beforeAll(async () => {
  templates = await synthesizeTemplates('production');
});

const apis = ['ledger', 'workbench'] as const;
const ANY_METHOD = 'x-amazon-apigateway-any-method';
const INTEGRATION = 'x-amazon-apigateway-integration';

interface MockMethod {
  readonly security: unknown;
  readonly responses: Record<string, { readonly headers: object }>;
  readonly [INTEGRATION]: {
    readonly type: string;
    readonly requestTemplates: Record<string, string>;
    readonly responses: Record<string, { readonly responseParameters: Record<string, string> }>;
  };
}

type Paths = Record<string, Record<string, MockMethod>>;

const readBody = (name: string) =>
  templates.ofType('AWS::ApiGateway::RestApi', name)[0]?.Properties.Body;

/** The headers that the method answers, after the rules of API Gateway for a mapping. */
function readHeaders({ responses, [INTEGRATION]: integration }: MockMethod) {
  const declared = Object.values(responses).flatMap(({ headers }) => Object.keys(headers));
  const mapped = Object.entries(integration.responses['default']?.responseParameters ?? {}).map(
    ([name, value]) => [name.replace('method.response.header.', ''), value.replaceAll("'", '')],
  );
  // API Gateway refuses a mapping to a header that the method does not declare.
  expect(mapped.map(([name]) => name)).toEqual(declared);
  return Object.fromEntries(mapped) as Record<string, string>;
}

test.each(apis)('every path of %s answers a preflight by itself, and names its methods', (name) => {
  const paths = Object.entries(readBody(name).paths as Paths);

  expect(paths.length).toBeGreaterThan(15);
  for (const [path, { options, [ANY_METHOD]: other, ...served }] of paths) {
    if (!options || !other) throw new Error(`${path} has no OPTIONS`);
    expect([path, options.security, options[INTEGRATION].type]).toEqual([path, [], 'mock']);
    expect(options[INTEGRATION].requestTemplates).toEqual({
      'application/json': '{"statusCode":204}',
    });
    expect(readHeaders(options)).toEqual({
      'Access-Control-Allow-Origin': CONSOLE_ORIGIN,
      'Access-Control-Allow-Methods': Object.keys(served).sort().join(', ').toUpperCase(),
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, X-Correlation-ID',
      'Access-Control-Max-Age': '7200',
      Vary: 'Origin',
      'Cache-Control': 'no-store',
      'X-Correlation-ID': 'context.requestId',
    });
    expect(readHeaders(other)).toMatchObject({ 'Access-Control-Allow-Origin': CONSOLE_ORIGIN });
  }
});

test.each([...apis, 'identity'])(
  '%s lets the console read what the gateway itself refuses',
  (name) => {
    const responses = readBody(name)['x-amazon-apigateway-gateway-responses'] as Record<
      string,
      { readonly responseParameters: Record<string, string> }
    >;

    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['UNAUTHORIZED', 'THROTTLED', 'DEFAULT_4XX', 'DEFAULT_5XX']),
    );
    for (const { responseParameters } of Object.values(responses)) {
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.Access-Control-Allow-Origin': `'${CONSOLE_ORIGIN}'`,
        'gatewayresponse.header.Access-Control-Expose-Headers': `'${EXPOSED_HEADERS.join(', ')}'`,
        'gatewayresponse.header.Vary': "'Origin'",
      });
    }
  },
);

/** What scripts of other origins call at the identity service: its own function answers for them. */
const ANSWERED_PREFLIGHTS = {
  '/.well-known/openid-configuration': 'aws_proxy',
  '/jwks': 'aws_proxy',
  '/token': 'aws_proxy',
  '/token/revocation': 'aws_proxy',
};

test('the function of the identity service alone answers preflights: it knows who may ask', () => {
  const asked = Object.entries(readBody('identity').paths as Paths).flatMap(
    ([path, { options }]) => (options === undefined ? [] : [[path, options[INTEGRATION].type]]),
  );

  expect(Object.fromEntries(asked)).toEqual(ANSWERED_PREFLIGHTS);
});

test('every function that answers requests knows the console, and no other does', () => {
  const knowing = templates
    .ofType('AWS::Lambda::Function')
    .filter(({ Properties }) => Properties.Environment.Variables.CONSOLE_ORIGIN === CONSOLE_ORIGIN)
    .map(({ Properties }) => String(Properties.FunctionName));
  const answering = [
    ...Object.keys(operations).map(toKebabCase),
    ...apis.map((api) => `reference-${api}`),
  ];

  expect(knowing.sort()).toEqual(answering.map((name) => `production-${name}`).sort());
});

test('the console reads and uploads files by links to the artifacts, and nothing else of a bucket', () => {
  const rules = templates
    .ofType('AWS::S3::Bucket')
    .flatMap(({ Properties }) => Properties.CorsConfiguration?.CorsRules ?? []);

  expect(rules).toEqual([
    expect.objectContaining({ AllowedOrigins: [CONSOLE_ORIGIN], AllowedMethods: ['GET'] }),
    expect.objectContaining({ AllowedOrigins: [CONSOLE_ORIGIN], AllowedMethods: ['PUT'] }),
  ]);
  expect(rules[0].ExposedHeaders).toContain('ETag');
});

test('no answer allows cookies or any origin', () => {
  const text = JSON.stringify([...templates.files.values()]);

  expect(text).not.toContain('Access-Control-Allow-Credentials');
  expect(text).not.toMatch(/Access-Control-Allow-Origin":"'?\*/);
});

function readPublished(api: string): OpenApiDocument {
  const file = join(import.meta.dirname, `../../../schemas/generated/openapi-${api}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}

test.each(apis)('without a console, %s has no CORS header, and OPTIONS stays 405', (name) => {
  const stack = new Stack(new App(), 'test');
  const handler = Function.fromFunctionArn(stack, 'fn', 'arn:aws:lambda:eu-west-1:1:function:fn');
  const functions = new Map(Object.keys(operations).map((operation) => [operation, handler]));
  const document = buildGatewayDocument(stack, readPublished(name), {
    functions,
    authorizer: handler,
    reference: handler,
  });

  expect(JSON.stringify(document)).not.toContain('Access-Control-');
  for (const methods of Object.values(document['paths'] as Paths)) {
    expect(Object.keys(methods)).not.toContain('options');
  }
});

test.each(apis)('the console may read every header that an answer of %s declares', (name) => {
  const shown = new Set(['Cache-Control', 'Content-Length', 'Content-Type', 'Last-Modified']);
  const declared = JSON.stringify(readPublished(name).paths, (key, value: unknown) =>
    key === 'headers' ? Object.keys(value as object) : value,
  );
  const names = [...declared.matchAll(/"headers":\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    list === '' ? [] : (JSON.parse(`[${list}]`) as string[]),
  );

  const readable = new Set<string>([...shown, ...EXPOSED_HEADERS]);
  expect(new Set(names).size).toBeGreaterThan(3);
  expect(names.filter((header) => !readable.has(header))).toEqual([]);
});

test.each([
  '*',
  'null',
  'https://a.example/',
  'https://a.example/x',
  'http://a.example',
  'a.example',
  7,
])('a stage refuses the console %j', (consoleOrigin) => {
  const settings = { consoleOrigin } as StageSettings;

  expect(() => readStage('production', settings)).toThrow('consoleOrigin must be one origin');
});

test('one machine has a console, and a stage in the cloud has one only if it is configured', () => {
  const origins = [local, {}].map((settings) => readStage('stage', settings).consoleOrigin);

  expect(origins).toEqual(['http://localhost:4020', undefined]);
});
