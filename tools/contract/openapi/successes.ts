// The successful answers of an operation in the OpenAPI document.
import type { Operation, OperationName } from '../../../functions/operations/operations.ts';
import { listNamedRows, rewriteReferences, schemaPath, typeName } from '../schemas.ts';
import type { ContractSchemas, Schema } from '../schemas.ts';

/** The `components.headers` of an API: those of most answers. */
export const SHARED_HEADERS = {
  'X-Correlation-ID': buildTextHeader('Echoed or generated.'),
  'X-Unknown-Parameters': buildTextHeader('The query parameters that were ignored as unknown.'),
  'Retry-After': buildTextHeader(
    'The seconds after which to repeat the request, with the same Idempotency-Key.',
  ),
};

export function referToHeader(name: keyof typeof SHARED_HEADERS) {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

export function buildSuccess(schemas: ContractSchemas, name: OperationName, row: Operation) {
  const path = schemaPath(name, row, 'response');
  const schema = schemas.get(path);
  if (!schema) throw new Error(`${name} has no response schema.`);
  const headers = {
    ...referToHeader('X-Correlation-ID'),
    ...referToHeader('X-Unknown-Parameters'),
    ...(row.locates !== undefined && {
      Location: buildTextHeader('Where to read the created record.'),
    }),
    ...(row.filtered && {
      'X-Lag-Seconds': buildTextHeader(
        'The age of the oldest event that a list of the read model lacks.',
      ),
    }),
    ...(row.idempotent && {
      'Idempotency-Replayed': buildTextHeader('`true` if the answer is repeated.'),
    }),
    ...(row.list === 'array' && {
      Link: buildTextHeader('`rel="next"` when there are more items.'),
      'X-Next-Cursor': buildTextHeader('The cursor of the next page, when there are more items.'),
    }),
  };
  const content = rewriteReferences(schema, path, refer);
  if (row.answers === 'file') return buildFileSuccess(row, headers, content);
  const requests = listDeferredSchemas(schemas, row);
  if (row.success === 202 && requests.length > 0) {
    const description = 'Accepted, or requested: another operator decides.';
    return {
      202: { description, headers, content: jsonContent({ oneOf: [content, ...requests] }) },
    };
  }
  const success = { description: 'Success', headers, content: buildContent(row, content) };
  return { [row.success]: success, ...buildDeferral(requests, headers) };
}

function listDeferredSchemas(schemas: ContractSchemas, { defers }: Operation): Schema[] {
  return listNamedRows(defers).map((deferred) => {
    const path = schemaPath(...deferred, 'response');
    return rewriteReferences(schemas.get(path) ?? {}, path, refer);
  });
}

function buildContent({ answers }: Operation, schema: Schema) {
  if (answers === 'text') return { 'text/plain': { schema } };
  if (answers === 'bytes') {
    return { 'application/octet-stream': { schema: { ...schema, format: 'binary' } } };
  }
  return jsonContent(schema);
}

// The request of a change that takes a second operator.
function buildDeferral(requests: readonly Schema[], headers: object) {
  const [only, ...others] = requests;
  if (!only) return {};
  const content = jsonContent(others.length === 0 ? only : { oneOf: requests });
  const Location = buildTextHeader('Where to read the request.');
  const description = 'Requested: another operator decides.';
  return { 202: { description, headers: { ...headers, Location }, content } };
}

const TEXT_MEDIA_TYPES = ['text/csv', 'text/tab-separated-values', 'text/plain'];

function buildFileSuccess(row: Operation, headers: Record<string, unknown>, schema: Schema) {
  const identity = {
    'Repr-Digest': buildTextHeader(
      '`sha-256` of the file (RFC 9530), the same for each download location.',
    ),
    ETag: buildTextHeader('The same digest in hexadecimal.'),
  };
  return {
    [row.success]: {
      description: 'The file.',
      headers: {
        ...headers,
        ...identity,
        'Content-Digest': buildTextHeader(
          '`sha-256` of the content, which is the file, never compressed (RFC 9530).',
        ),
        'Content-Disposition': buildTextHeader('The file name for saving it.'),
      },
      content: buildFileContent(schema),
    },
    303: {
      description: 'The file is large: download it from the Location.',
      headers: {
        ...referToHeader('X-Correlation-ID'),
        ...identity,
        Location: buildTextHeader('Valid for minutes.'),
      },
    },
  };
}

// Of the alternatives of the schema, text is for the text media types, objects are for JSON.
function buildFileContent({ oneOf }: Schema) {
  const alternatives = oneOf as readonly Schema[];
  const [text] = alternatives.filter(({ type }) => type === 'string');
  const objects = alternatives.filter((one) => one !== text);
  return {
    ...Object.fromEntries(TEXT_MEDIA_TYPES.map((type) => [type, { schema: text }])),
    ...jsonContent({ oneOf: objects }),
  };
}

function buildTextHeader(description: string) {
  return { description, schema: { type: 'string' } };
}

export function refer(target: string): string {
  return `#/components/schemas/${typeName(target)}`;
}

export function jsonContent(schema: Schema) {
  return { 'application/json': { schema } };
}
