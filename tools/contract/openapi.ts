// The OpenAPI document of an API: published at /openapi.json and deployed to API Gateway as it is.
import { refusals } from '../../functions/domain/refusals/refusals.ts';
import type { RefusalCode } from '../../functions/domain/refusals/refusals.ts';
import { permissionsOf, routeOf } from '../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../functions/operations/operations.ts';
import { refusalExamples } from './refusal-examples.ts';
import { withNullable } from './nullable.ts';
import { requestPart, rewriteReferences, rows, schemaPath, typeName } from './schemas.ts';
import type { Schema } from './schemas.ts';

type Schemas = ReadonlyMap<string, Schema>;

const ABOUT = {
  ledger: {
    title: 'Countinghouse ledger',
    subject:
      'A double-entry ledger: accounts, and the journal entries that move money between them.',
  },
  workbench: {
    title: 'Countinghouse workbench',
    subject: 'Work on many records at once: exports and imports, followed until they are done.',
  },
} as const;

const INTRODUCTION = `- Every request carries an access token, \`Authorization: Bearer …\`, and acts for the tenant of the token. A token lives for minutes.
- What changes something carries an \`Idempotency-Key\`. Repeat such a request as often as you like with the same key: it happens once, and you get the first answer.
- Amounts are decimal strings, \`"100.00"\`, and exact.
- Every error is an \`HttpError\`; its \`code\` is stable, its \`message\` is for people.`;

export function openApiDocument(schemas: Schemas, api: Operation['api']) {
  const mine = rows().filter(([, row]) => row.api === api);
  const { title, subject } = ABOUT[api];
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of mine) {
    const { method, path } = routeOf(row);
    (paths[path] ??= {})[method.toLowerCase()] = operationObject(schemas, name, row);
  }
  return {
    openapi: '3.0.3',
    info: {
      title,
      version: '1.0.0',
      description: `${subject}\n\n${INTRODUCTION}`,
      license: { name: 'Apache-2.0' },
    },
    tags: [...new Set(mine.map(([, { area }]) => area))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components(schemas),
      examples: refusalExamples(codesOf(schemas, mine)),
      securitySchemes: { bearer },
    },
  };
}

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token of an issuer that this API trusts.',
};

function components(schemas: Schemas): Record<string, Schema> {
  const models = [...schemas].filter(([path]) => path.startsWith('models/'));
  return Object.fromEntries(
    models.map(([path, schema]) => [
      typeName(path),
      withNullable(rewriteReferences(schema, path, refer)),
    ]),
  );
}

function refer(target: string): string {
  return `#/components/schemas/${typeName(target)}`;
}

function operationObject(schemas: Schemas, name: OperationName, row: Operation) {
  const body = requestPart(schemas, name, 'body');
  const path = schemaPath(name, row, 'request');
  return {
    operationId: name,
    summary: row.summary,
    description: `Needs the permission ${permissionsOf(row)
      .map((one) => `\`${one}\``)
      .join(' or ')}.`,
    tags: [row.area],
    security: [{ bearer: [] }],
    parameters: parameters(schemas, name, row),
    ...(body && {
      requestBody: {
        required: true,
        content: json(withNullable(rewriteReferences(body, path, refer))),
      },
    }),
    responses: { ...success(schemas, name, row), ...failures(schemas, name, row) },
  };
}

function json(schema: Schema) {
  return { 'application/json': { schema } };
}

function parameters(schemas: Schemas, name: OperationName, row: Operation): unknown[] {
  const inPlace = (place: 'path' | 'query') => {
    const part = requestPart(schemas, name, place);
    return Object.entries((part?.['properties'] ?? {}) as Record<string, Schema>).map(
      ([parameter, { description, ...schema }]) => ({
        name: parameter,
        in: place,
        required: place === 'path',
        ...(description !== undefined && { description }),
        schema: rewriteReferences(schema, schemaPath(name, row, 'request'), refer),
      }),
    );
  };
  return [
    ...inPlace('path'),
    ...inPlace('query'),
    ...(row.idempotent ? [idempotencyKey] : []),
    correlationId,
  ];
}

const TOKEN = '^[A-Za-z0-9._:-]+$';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Names one logical mutation of the tenant; the same key gives the first answer again.',
  schema: { type: 'string', minLength: 16, maxLength: 128, pattern: TOKEN },
};

const correlationId = {
  name: 'X-Correlation-ID',
  in: 'header',
  required: false,
  description: 'Ties the requests of one business flow together; generated when omitted.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: TOKEN },
};

function success(schemas: Schemas, name: OperationName, row: Operation) {
  const path = schemaPath(name, row, 'response');
  const schema = schemas.get(path);
  if (!schema) throw new Error(`${name} has no response schema`);
  const headers = {
    'X-Correlation-ID': textHeader('Echoed or generated.'),
    ...(row.locates !== undefined && { Location: textHeader('Where to read what was made.') }),
    ...(row.idempotent && { 'Idempotency-Replayed': textHeader('`true` on a repeated answer.') }),
    ...(row.list === 'array' && {
      Link: textHeader('`rel="next"` when there is more.'),
      'X-Next-Cursor': textHeader('The cursor of the next page when there is more.'),
    }),
  };
  const content = rewriteReferences(schema, path, refer);
  if (row.answers === 'file') return fileSuccess(row, headers, content);
  return { [row.success]: { description: 'Success', headers, content: json(content) } };
}

function fileSuccess(row: Operation, headers: Record<string, unknown>, schema: Schema) {
  const types = ['text/csv', 'text/tab-separated-values', 'application/json', 'text/plain'];
  const { 'X-Correlation-ID': correlation } = headers;
  const identity = {
    'Repr-Digest': textHeader('`sha-256` of the file (RFC 9530), wherever it is fetched from.'),
    ETag: textHeader('The same digest, hexadecimal.'),
  };
  return {
    [row.success]: {
      description: 'The file.',
      headers: {
        ...headers,
        ...identity,
        'Content-Digest': textHeader('`sha-256` of the content, which is the file (RFC 9530).'),
        'Content-Disposition': textHeader('The name to keep it under.'),
      },
      content: Object.fromEntries(types.map((type) => [type, { schema }])),
    },
    303: {
      description: 'The file is large: fetch it from there.',
      headers: {
        'X-Correlation-ID': correlation,
        ...identity,
        Location: textHeader('Good for minutes.'),
      },
    },
  };
}

function textHeader(description: string) {
  return { description, schema: { type: 'string' } };
}

const OF_MUTATIONS = [
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'outcome_unknown',
] as const;

/** All the codes that an operation may refuse with, in the order of precedence. */
export function refusalsOf(schemas: Schemas, name: OperationName, row: Operation): RefusalCode[] {
  const body = requestPart(schemas, name, 'body');
  const query = requestPart(schemas, name, 'query');
  const path = requestPart(schemas, name, 'path');
  const codes = new Set<RefusalCode>([
    'unauthorized',
    'permission_denied',
    'invalid_correlation_id',
    'contention',
    ...row.refuses,
    ...(body ? (['unsupported_media_type', 'body_too_large', 'invalid_json'] as const) : []),
    ...(body || query || isLimited(path) ? (['invalid_request'] as const) : []),
    ...(row.idempotent ? OF_MUTATIONS : []),
  ]);
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => codes.has(code));
}

/** Whether a path may be wrong in itself: most ids are just found or not. */
function isLimited(path: Schema | undefined): boolean {
  const parts = Object.values((path?.['properties'] ?? {}) as Record<string, Schema>);
  return parts.some((part) => Object.keys(part).some((key) => /^m(ax|in)/.test(key)));
}

function failures(schemas: Schemas, name: OperationName, row: Operation) {
  const codes = refusalsOf(schemas, name, row);
  const statuses = [...new Set(codes.map((code) => refusals[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const mine = codes.filter((code) => refusals[code].status === status);
      const description = mine.map((code) => `\`${code}\`: ${refusals[code].meaning}`).join('\n\n');
      const schema = { $ref: '#/components/schemas/HttpError' };
      const examples = Object.fromEntries(
        mine.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      );
      return [status, { description, content: { 'application/json': { schema, examples } } }];
    }),
  );
}

function codesOf(schemas: Schemas, mine: readonly [OperationName, Operation][]): RefusalCode[] {
  return [...new Set(mine.flatMap(([name, row]) => refusalsOf(schemas, name, row)))].sort();
}
