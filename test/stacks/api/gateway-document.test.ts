// The deployed OpenAPI documents against what API Gateway publishes of its import of REST APIs: the page
// "Amazon API Gateway important notes" of its developer guide.
import { beforeAll, expect, test } from '@jest/globals';
import { operations } from '../../../functions/operations/operations.ts';
import { synthesizeTemplates } from '../../support/stack/templates.ts';

interface GatewayMethod {
  readonly operationId?: string;
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, object>>;
}

interface GatewayBody {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, GatewayMethod>>>>;
  readonly components: Readonly<
    Record<string, Readonly<Record<string, { readonly type?: string }>>>
  >;
}

let bodies: GatewayBody[];
beforeAll(async () => {
  const templates = await synthesizeTemplates('production');
  bodies = templates.ofType('AWS::ApiGateway::RestApi').map(({ Properties }) => Properties.Body);
});

/** Every member of the document, but for those of API Gateway's own extensions. */
function listMembers(value: unknown, path = ''): { name: string; path: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${path}/${name}`;
    const isExtension = name.startsWith('x-amazon-apigateway-') && !name.endsWith('any-method');
    return [{ name, path: at }, ...(isExtension ? [] : listMembers(member, at))];
  });
}

// Not supported in a model or a schema, ignored, or dropped from what is exported.
const UNSUPPORTED =
  /^(additionalProperties|allOf|anyOf|oneOf|discriminator|examples?|exclusiveMinimum|exclusiveMaximum|nullable|readOnly|writeOnly|deprecated|maxItems|minItems|pattern|\$ref|format|schemas|requestBodies|requestBody|content)$/;

/** What API Gateway would refuse or ignore. */
function findUnsupported(body: object): string[] {
  return listMembers(body)
    .filter(({ name }) => UNSUPPORTED.test(name))
    .map(({ path }) => path);
}

test('there are three documents, of a version that is supported', () => {
  expect(bodies.map(({ openapi }) => openapi)).toEqual(['3.0.3', '3.0.3', '3.0.3']);
});

test('no member is one that API Gateway does not support', () => {
  for (const body of bodies) expect(findUnsupported(body)).toEqual([]);
});

test.each([
  ['a model', { components: { schemas: { Account: { oneOf: [] } } } }, 2],
  ['an example', { paths: { '/a': { get: { parameters: [{ example: 'a' }] } } } }, 1],
  ['a number', { paths: { '/a': { get: { parameters: [{ schema: { format: 'int64' } }] } } } }, 1],
  ['a reference', { paths: { '/a': { get: { responses: { 500: { $ref: '#/a' } } } } } }, 1],
])('%s would be found', (_, body, count) => {
  expect(findUnsupported(body)).toHaveLength(count);
});

test('a segment of a path is text or one parameter, and none is reserved', () => {
  for (const path of bodies.flatMap(({ paths }) => Object.keys(paths))) {
    for (const segment of path.split('/').slice(1)) {
      expect([path, segment]).toEqual([
        path,
        expect.stringMatching(/^([A-Za-z0-9._,:-]*|\{\w+\+?\})$/),
      ]);
    }
    expect(['/ping', '/sping']).not.toContain(path);
  }
});

test('parameters have the attributes that are read, and those of the path are declared', () => {
  const methods = bodies.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.values(item).map((method) => ({ path, ...method })),
    ),
  );
  for (const { path, operationId, parameters = [] } of methods) {
    for (const parameter of parameters) {
      expect(Object.keys(parameter)).toEqual(['name', 'in', 'required', 'schema']);
      expect(parameter['schema']).toEqual({ type: 'string' });
    }
    if (operationId === undefined) continue;
    const declared = parameters.filter((one) => one['in'] === 'path').map(({ name }) => name);
    const used = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
    expect([path, declared.toSorted()]).toEqual([path, used.toSorted()]);
  }
});

test('headers of a request differ in more than their case', () => {
  for (const { paths } of bodies) {
    for (const { parameters = [] } of Object.values(paths).flatMap((item) => Object.values(item))) {
      const names = parameters
        .filter((one) => one['in'] === 'header')
        .map(({ name }) => String(name).toLowerCase());
      expect(names).toEqual([...new Set(names)]);
    }
  }
});

test('the only schemes are API keys, which stand for the authorizer', () => {
  const schemes = bodies.flatMap(({ components }) =>
    Object.values(components['securitySchemes'] ?? {}),
  );

  expect(schemes.map(({ type }) => type)).toEqual(Array(4).fill('apiKey'));
  expect(bodies.filter((body) => 'security' in body)).toEqual([]);
});

test('every operation is there, with a description of each answer and no other text', () => {
  const named = bodies.flatMap(({ paths }) =>
    Object.values(paths).flatMap((item) => Object.values(item)),
  );
  const ids = named.flatMap(({ operationId }) => operationId ?? []);

  expect(ids).toEqual([...new Set(ids)]);
  expect(Object.keys(operations).filter((name) => !ids.includes(name))).toEqual([]);
  for (const { responses } of named) {
    expect(Object.keys(responses).filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
  }
});
