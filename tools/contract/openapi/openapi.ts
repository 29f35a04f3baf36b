// The OpenAPI document of an API: published at /openapi.json and deployed to API Gateway unchanged.
import {
  listPermissions,
  parseRoute,
  readOpenApiPath,
} from '../../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../../functions/operations/operations.ts';
import { buildRefusalExamples, listRefusalCodes } from '../operation-refusals.ts';
import { buildFailures, SHARED_ANSWERS } from './failures.ts';
import { buildSuccess, jsonContent, refer, SHARED_HEADERS } from './successes.ts';
import { toNullableSchema } from './nullable.ts';
import {
  describeListEnd,
  findPart,
  rewriteReferences,
  listRows,
  schemaPath,
  typeName,
} from '../schemas.ts';
import type { ContractSchemas, Schema } from '../schemas.ts';

const API_TITLES = {
  ledger: {
    title: 'Countinghouse ledger',
    subject:
      'A double-entry ledger: accounts, and the journal entries that move money between them.',
  },
  workbench: {
    title: 'Countinghouse workbench',
    subject: 'Batch work: exports and imports, tracked until they complete.',
  },
} as const;

const PERMISSION_LIST = [...new Set(listRows().flatMap(([, row]) => listPermissions(row)))]
  .sort()
  .map((permission) => `\`${permission}\``)
  .join(', ');

const INTRODUCTION = `- Every request carries an access token, \`Authorization: Bearer …\`, and acts for the tenant of the token. A token expires within minutes.
- Every mutation carries an \`Idempotency-Key\`. Repeat it with the same key as often as you like: it executes once, and you get the first answer.
- Amounts are decimal strings, \`"100.00"\`, and exact.
- A list says where to read on: an object with \`items\` by its \`next_cursor\`, an array by the headers \`Link\` and \`X-Next-Cursor\`. Repeat the request with that \`cursor\` until there is none.
- A body has at most 1 MiB, a request at most 15 seconds, a transaction at most 100 items.
- A tenant has 200 requests a second and bursts of 400 for each API, unless its stage sets others; beyond that the answer is 429 \`throttled\`. Repeat the request after \`Retry-After\` seconds.
- Each operation names the permission that it needs. Every permission: ${PERMISSION_LIST}.
- Every error is an \`HttpError\`; its \`code\` is stable, its \`message\` is for people.`;

export function buildOpenApiDocument(schemas: ContractSchemas, api: Operation['api']) {
  const own = listRows().filter(([, row]) => row.api === api);
  const { title, subject } = API_TITLES[api];
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of own) {
    const { method } = parseRoute(row);
    (paths[readOpenApiPath(row)] ??= {})[method.toLowerCase()] = buildOperationObject(
      schemas,
      name,
      row,
    );
  }
  return {
    openapi: '3.0.3',
    info: {
      title,
      version: '1.0.0',
      description: `${subject}\n\n${INTRODUCTION}`,
      license: { name: 'Apache-2.0' },
    },
    tags: [...new Set(own.map(([, { area }]) => area))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...buildComponents(schemas), ...buildBodies(schemas, own) },
      headers: SHARED_HEADERS,
      responses: SHARED_ANSWERS,
      examples: buildRefusalExamples(listRefusalCodes(schemas, own)),
      securitySchemes: { bearer: BEARER_SCHEME },
    },
  };
}

const BEARER_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token of an issuer that this API trusts.',
};

function buildComponents(schemas: ContractSchemas): Record<string, Schema> {
  const models = [...schemas].filter(([path]) => path.startsWith('models/'));
  return Object.fromEntries(
    models.map(([path, schema]) => [
      typeName(path),
      toNullableSchema(rewriteReferences(schema, path, refer)),
    ]),
  );
}

/** The name of the body of an operation that no model has: generators call its type so. */
const nameBody = (name: OperationName) => `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;

function buildBodies(
  schemas: ContractSchemas,
  rows: ReturnType<typeof listRows>,
): Record<string, Schema> {
  const bodies = rows.flatMap(([name, row]) => {
    const body = findPart(schemas, name, 'body');
    if (!body || body['$ref'] !== undefined) return [];
    const path = schemaPath(name, row, 'request');
    return [[nameBody(name), toNullableSchema(rewriteReferences(body, path, refer))] as const];
  });
  return Object.fromEntries(bodies);
}

function buildRequestBody(schemas: ContractSchemas, name: OperationName, row: Operation) {
  const body = findPart(schemas, name, 'body');
  if (!body) return {};
  const path = schemaPath(name, row, 'request');
  const schema = rewriteReferences(body, path, refer);
  const { $ref = `#/components/schemas/${nameBody(name)}` } = schema;
  return {
    requestBody: { required: body['default'] === undefined, content: jsonContent({ $ref }) },
  };
}

function buildOperationObject(schemas: ContractSchemas, name: OperationName, row: Operation) {
  return {
    operationId: name,
    summary: row.summary,
    description: [
      `Needs the permission ${listPermissions(row)
        .map((permission) => `\`${permission}\``)
        .join(' or ')}.`,
      ...describeListEnd(schemas, name, row),
    ].join('\n\n'),
    tags: [row.area],
    security: [{ bearer: [] }],
    parameters: buildParameters(schemas, name, row),
    ...buildRequestBody(schemas, name, row),
    responses: { ...buildSuccess(schemas, name, row), ...buildFailures(schemas, name, row) },
  };
}

function buildParameters(schemas: ContractSchemas, name: OperationName, row: Operation): unknown[] {
  const listPart = (location: 'path' | 'query') => {
    const part = findPart(schemas, name, location);
    const required = (part?.['required'] ?? []) as readonly string[];
    return Object.entries((part?.['properties'] ?? {}) as Record<string, Schema>).map(
      ([parameter, { description, ...schema }]) => ({
        name: parameter,
        in: location,
        required: required.includes(parameter) && schema['default'] === undefined,
        ...(description !== undefined && { description }),
        schema: rewriteReferences(schema, schemaPath(name, row, 'request'), refer),
      }),
    );
  };
  return [
    ...listPart('path'),
    ...listPart('query'),
    ...(row.idempotent ? [IDEMPOTENCY_KEY] : []),
    CORRELATION_ID,
  ];
}

const TOKEN = '^[A-Za-z0-9._:-]+$';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Identifies one logical mutation of the tenant; the same key returns the first answer.',
  schema: { type: 'string', minLength: 16, maxLength: 128, pattern: TOKEN },
};

const CORRELATION_ID = {
  name: 'X-Correlation-ID',
  in: 'header',
  required: false,
  description: 'Links the requests of one business flow together; generated when omitted.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: TOKEN },
};
