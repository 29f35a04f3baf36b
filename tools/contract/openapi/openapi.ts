// The OpenAPI document of an API: published at /openapi.json and deployed to API Gateway unchanged.
import { refusals } from '../../../functions/domain/refusals/refusals.ts';
import {
  listPermissions,
  parseRoute,
  readOpenApiPath,
} from '../../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../../functions/operations/operations.ts';
import { buildRefusalExamples, listRefusalCodes, listRefusals } from '../operation-refusals.ts';
import { buildSuccess, jsonContent, refer } from './successes.ts';
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

const INTRODUCTION = `- Every request carries an access token, \`Authorization: Bearer …\`, and acts for the tenant of the token. A token expires within minutes.
- Every mutation carries an \`Idempotency-Key\`. Repeat it with the same key as often as you like: it executes once, and you get the first answer.
- Amounts are decimal strings, \`"100.00"\`, and exact.
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
      schemas: buildComponents(schemas),
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

function buildOperationObject(schemas: ContractSchemas, name: OperationName, row: Operation) {
  const body = findPart(schemas, name, 'body');
  const path = schemaPath(name, row, 'request');
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
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent(toNullableSchema(rewriteReferences(body, path, refer))),
      },
    }),
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

function buildFailures(schemas: ContractSchemas, name: OperationName, row: Operation) {
  const codes = listRefusals(schemas, name, row);
  const statuses = [...new Set(codes.map((code) => refusals[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const statusCodes = codes.filter((code) => refusals[code].status === status);
      const description = statusCodes
        .map((code) => `\`${code}\`: ${refusals[code].meaning}`)
        .join('\n\n');
      const schema = { $ref: '#/components/schemas/HttpError' };
      const examples = Object.fromEntries(
        statusCodes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
      );
      return [status, { description, content: { 'application/json': { schema, examples } } }];
    }),
  );
}
