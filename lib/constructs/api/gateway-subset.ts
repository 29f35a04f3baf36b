// What API Gateway reads of the published document. The rest is for readers, whom the reference serves: API
// Gateway supports only a part of JSON Schema, turns each description into a documentation part, of which it
// allows 2,000, and a template has a size limit. The functions validate requests (ADR 014).

interface DocumentedApi {
  readonly openapi?: unknown;
  readonly info?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly security?: unknown;
  readonly parameters?: readonly DocumentedParameter[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

/** Without a description, a response would be no OpenAPI. */
const ANSWER = { description: 'Answer' };

/** Reduces the document to its paths, parameters and statuses. */
export function reduceDocument({ openapi, info, paths }: DocumentedApi) {
  const { title, version } = info as Readonly<Record<'title' | 'version', string>>;
  const reduced = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      return [method, reduceOperation(operation as DocumentedOperation)] as const;
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  return { openapi, info: { title, version }, paths: Object.fromEntries(reduced) };
}

function reduceOperation({ operationId, security, parameters, responses }: DocumentedOperation) {
  return {
    operationId,
    ...(security !== undefined && { security }),
    ...(parameters && { parameters: parameters.map(reduceParameter) }),
    responses: reduceResponses(Object.keys(responses)),
  };
}

// API Gateway has no answer of any other status.
function reduceResponses(statuses: readonly string[]) {
  const known = statuses.filter((status) => status !== 'default');
  const named = known.length === 0 ? ['200'] : known;
  return Object.fromEntries(named.map((status) => [status, ANSWER]));
}

function reduceParameter({ name, in: place, required = false }: DocumentedParameter) {
  return { name, in: place, required, schema: { type: 'string' } };
}
