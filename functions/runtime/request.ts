// Reads what the pipeline needs from an API Gateway event.
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ActorKind } from '../domain/values/service-subjects.ts';
import { Refusal } from '../domain/refusals/refusals.ts';
import type { OperationPermission } from '../operations/row.ts';
import { parseJson } from './json.ts';

const BODY_BYTES_MAX = 1024 * 1024;
const CORRELATION_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const IDEMPOTENCY_KEY = /^[A-Za-z0-9._:-]{16,128}$/;

export interface RequestCaller {
  readonly tenant: string;
  readonly subject: string;
  readonly kind: ActorKind;
  readonly scopes: ReadonlySet<string>;
  /** When the token ends. */
  readonly expiresAt: Date;
}

type AuthorizerContext = Record<string, unknown>;

/** Reads the caller from the authorizer's result. Refuses with unauthorized. */
export function readCaller(event: APIGatewayProxyEvent): RequestCaller {
  const context = event.requestContext.authorizer ?? {};
  const {
    tenant_id: tenant,
    sub: subject,
    kind,
    scope,
    expires_at: expiry,
  } = context as AuthorizerContext;
  // The gateway caches the authorizer's result, and the token may have expired since.
  const isExpired = !(Number(expiry) * 1000 > Date.now());
  if (
    typeof tenant !== 'string' ||
    typeof subject !== 'string' ||
    !tenant ||
    !subject ||
    isExpired
  ) {
    throw new Refusal('unauthorized', 'The request carries no valid bearer token.');
  }
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
  return {
    tenant,
    subject,
    kind: kind === 'OPERATOR' ? kind : 'SERVICE',
    scopes: new Set(scopes),
    expiresAt: new Date(Number(expiry) * 1000),
  };
}

/** Refuses with permission_denied when the caller holds none of the permissions. */
export function requirePermission(
  { scopes }: RequestCaller,
  permissions: readonly OperationPermission[],
): void {
  if (!permissions.some((permission) => scopes.has(permission))) {
    throw new Refusal(
      'permission_denied',
      `This needs the permission ${permissions.join(' or ')}.`,
    );
  }
}

/** Returns the request's X-Correlation-ID, or a new one; an invalid one is never echoed. */
export function readCorrelationId(event: APIGatewayProxyEvent): { id: string; isValid: boolean } {
  const given = readHeader(event, 'x-correlation-id');
  if (given === undefined) return { id: randomUUID(), isValid: true };
  const isValid = CORRELATION_ID.test(given);
  return { id: isValid ? given : randomUUID(), isValid };
}

/** Refuses with invalid_idempotency_key. */
export function readIdempotencyKey(event: APIGatewayProxyEvent): string {
  const [key, ...others] = new Set(listHeaderValues(event, 'idempotency-key'));
  if (others.length > 0) {
    throw new Refusal('invalid_idempotency_key', 'The header Idempotency-Key must be given once.');
  }
  if (key === undefined || !IDEMPOTENCY_KEY.test(key)) {
    const fault = key === undefined ? 'is required' : 'must be 16 to 128 of A-Z a-z 0-9 . _ : -';
    throw new Refusal('invalid_idempotency_key', `The header Idempotency-Key ${fault}.`);
  }
  return key;
}

/** Returns path and query parameters as text. */
export function readParameters(
  event: APIGatewayProxyEvent,
): Record<'path' | 'query', TextParameters> {
  return { path: readPathParameters(event), query: filterPresent(event.queryStringParameters) };
}

const PATH_PARAMETER = /\{(\w+)(\+?)\}/g;

// API Gateway leaves the path parameters of a REST API percent-encoded, unlike those of a query. They are read from the
// path, which is always as the caller has sent it, so that a percent sign in a value is not taken for an escape.
function readPathParameters({
  resource,
  path,
  pathParameters,
}: APIGatewayProxyEvent): TextParameters {
  const { names, pattern } = compileRoute(resource);
  const [, ...sent] = pattern.exec(path) ?? [];
  const read = sent.map((value, index) => [names[index], decodeSegments(value)]);
  return { ...filterPresent(pathParameters), ...Object.fromEntries(read) };
}

interface CompiledRoute {
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

/** By the resource of the API: a function serves one, or few. */
const compiledRoutes = new Map<string, CompiledRoute>();

function compileRoute(resource: string): CompiledRoute {
  const known = compiledRoutes.get(resource);
  if (known) return known;
  const names = [...resource.matchAll(PATH_PARAMETER)].map(([, name = '']) => name);
  const pattern = resource.replaceAll(PATH_PARAMETER, (_all, _name, plus) =>
    plus === '' ? '([^/]+)' : '(.+?)',
  );
  const compiled = { names, pattern: new RegExp(`${pattern}/?$`) };
  compiledRoutes.set(resource, compiled);
  return compiled;
}

function decodeSegments(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Returns what precedes the route in the API's address: a stage, a domain's base path, or nothing. */
export function readBasePath(event: APIGatewayProxyEvent): string {
  const segments = (event.requestContext.path ?? event.path).replace(/\/$/, '').split('/');
  return segments.slice(0, segments.length - (event.resource.split('/').length - 1)).join('/');
}

type TextParameters = Record<string, string>;

/**
 * Returns the address at which the caller has reached the API, without a slash at its end: its origin with what precedes
 * the route. API Gateway gives both, and serves no domain that is not its own, so that no header of a request can change it.
 */
export function readAddress(event: APIGatewayProxyEvent): string {
  const { domainName } = event.requestContext;
  const path = readBasePath(event);
  // Relative to the document itself, when the console of API Gateway calls the function.
  if (domainName === undefined) return '.';
  const isPlain = readHeader(event, 'x-forwarded-proto') === 'http';
  return `${isPlain ? 'http' : 'https'}://${domainName}${path}`;
}

function filterPresent(parameters: Record<string, string | undefined> | null): TextParameters {
  const present = Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as TextParameters;
}

/**
 * Parses the body as JSON, or returns the default one of an operation that needs none. Refuses with
 * unsupported_media_type, body_too_large or invalid_json.
 */
export function readBody(event: APIGatewayProxyEvent, defaultBody?: object): unknown {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const text = event.isBase64Encoded ? bytes.toString('utf8') : (event.body ?? '');
  // Programs name a type of their own for the body that they do not send.
  if (text === '' && defaultBody !== undefined) return { ...defaultBody };
  const type = readHeader(event, 'content-type') ?? 'application/json';
  if (!/^application\/([\w.+-]+\+)?json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'The body must be application/json in UTF-8.');
  }
  if (bytes.length > BODY_BYTES_MAX) {
    throw new Refusal('body_too_large', 'The body is larger than 1 MiB.');
  }
  if (!isUtf8(bytes)) throw new Refusal('invalid_json', 'The body is not UTF-8.');
  if (text === '') throw new Refusal('invalid_json', 'A JSON body is required, at least {}.');
  return parseJson(text);
}

// API Gateway gives every value of a repeated header in `multiValueHeaders`, and the last one in `headers`.
function listHeaderValues(event: APIGatewayProxyEvent, name: string): string[] {
  const all = Object.entries(event.multiValueHeaders ?? {})
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values]) => values ?? []);
  return [...all, ...[readHeader(event, name) ?? []].flat()];
}

/** Returns the value of a header; the name must be in lower case. */
export function readHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}
