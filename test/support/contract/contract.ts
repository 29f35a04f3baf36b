// Checks an answer against the contract; the tests check every answer.
import { expect } from '@jest/globals';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { refusals } from '../../../functions/domain/refusals/refusals.ts';
import { operations, parseRoute } from '../../../functions/operations/operations.ts';
import type { Operation, OperationName } from '../../../functions/operations/operations.ts';
import { listRefusals } from '../../../tools/contract/operation-refusals.ts';
import { buildOpenApiDocument } from '../../../tools/contract/openapi/openapi.ts';
import {
  findRequestPrefix,
  listNamedRows,
  readSchemas,
  schemaPath,
} from '../../../tools/contract/schemas.ts';
import { buildAjv, buildSchemaId } from '../../../tools/contract/validators.ts';

const schemas = readSchemas();
// The generation of the validators checks the schemas themselves.
const ajv = buildAjv(schemas, { validateSchema: false });

function findValidator(path: string): ValidateFunction {
  const validate = ajv.getSchema(buildSchemaId(path));
  if (!validate) throw new Error(`There is no schema ${path}.`);
  return validate;
}

const CONTENT_TYPES = { text: 'text/plain; charset=utf-8', bytes: 'application/octet-stream' };

const DIGEST = /^sha-256=:[A-Za-z0-9+/]{43}=:$/;

export interface ContractAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** Expects the status, body and headers of the answer to be ones that the operation may return. */
export function expectContract(
  name: OperationName,
  { status, headers, body }: ContractAnswer,
): void {
  const row = operations[name];
  const lower = new Map(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));
  expect(lower.get('x-correlation-id')).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
  if (row.answers === 'file' && status === 303) {
    expect(lower.get('location')).toMatch(/^https?:/);
    expect(lower.get('repr-digest')).toMatch(DIGEST);
    return;
  }
  if (row.answers === 'file' && status === row.success && !lower.has('content-disposition')) {
    expectDocumentedFile(name, lower.get('content-type') ?? '', body);
    expectValid('models/artifact-link', body);
    return;
  }
  if (row.answers === 'file' && status === row.success) {
    expect(lower.get('content-digest')).toMatch(DIGEST);
    expect(lower.get('repr-digest')).toBe(lower.get('content-digest'));
    expectDocumentedFile(name, lower.get('content-type') ?? '', body);
    return;
  }
  const deferred = status === 202 ? findDeferred(row, body) : undefined;
  if (deferred) {
    const [, { api }] = deferred;
    expectValid(schemaPath(...deferred, 'response'), body);
    // No API names an address of another one.
    if (api === row.api) expect(lower.get('location')).toMatch(/\/api\/.*requests\//);
    return;
  }
  if (row.answers !== undefined && row.answers !== 'file' && status === row.success) {
    expect(lower.get('content-type')).toBe(CONTENT_TYPES[row.answers]);
    return;
  }
  if (status === row.success) {
    expectValid(schemaPath(name, row, 'response'), body);
    if (row.locates !== undefined) expect(lower.get('location')).toMatch(/\/api\//);
    return;
  }
  expectError(body, status);
  const { code } = body as { code: string };
  expect(listRefusals(schemas, name, row)).toContain(code);
  expect(refusals[code as keyof typeof refusals].status).toBe(status);
}

/** The operation that reads the request which the body is, if another operator decides. */
function findDeferred({ defers }: Operation, body: unknown) {
  const { id = '' } = body as { id?: string };
  return listNamedRows(defers).find(([name]) => id.startsWith(`${findRequestPrefix(name)}_`));
}

// A file has a schema for each media type, which only the document names, without its parameters.
function expectDocumentedFile(name: OperationName, contentType: string, body: unknown): void {
  const [mediaType = ''] = contentType.split(';');
  const { method, path } = parseRoute(operations[name]);
  const steps = ['paths', path, method.toLowerCase(), 'responses', '200', 'content', mediaType];
  const pointer = [...steps, 'schema'].map((step) => step.replaceAll('/', '~1')).join('/');
  const documents = new Ajv2020({ strict: false, validateFormats: false });
  documents.addSchema(buildOpenApiDocument(schemas, operations[name].api), 'document');
  const validate = documents.compile({ $ref: encodeURI(`document#/${pointer}`) });
  if (validate(body ?? '')) return;
  throw new Error(`${mediaType}: ${documents.errorsText(validate.errors)}`);
}

export function expectError(body: unknown, status: number): void {
  expectValid('models/http-error', body);
  expect(body).toMatchObject({ statusCode: status });
}

export function expectValid(path: string, value: unknown): void {
  const validate = findValidator(path);
  if (!validate(value)) {
    throw new Error(`${path}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
  }
}
