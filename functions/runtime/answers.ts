// Renders answers and errors; nothing else does.
import type { APIGatewayProxyResult } from 'aws-lambda';
import { STATUS_PHRASES, Refusal } from '../domain/refusals/refusals.ts';
import { buildCrossOriginHeaders } from '../operations/cross-origin/cross-origin-headers.ts';

export type ResponseHeaders = Readonly<Record<string, string>>;

/** An answer with a JSON body. */
export function buildAnswer(
  status: number,
  text: string,
  correlationId: string,
  headers: ResponseHeaders = {},
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      // A file may hold what callers wrote; no browser may take it for a page.
      'X-Content-Type-Options': 'nosniff',
      'X-Correlation-ID': correlationId,
      ...headers,
    },
    body: text,
  };
}

const UNKNOWN_NAMES_MAX = 10;
const UNKNOWN_NAME_CHARACTERS_MAX = 64;

/**
 * Adds the header that names ignored query parameters, so that a misspelt filter shows: without it, its
 * list would pass for the filtered one.
 */
export function addUnknownParameters(
  answer: APIGatewayProxyResult,
  names: readonly string[],
): APIGatewayProxyResult {
  if (names.length === 0) return answer;
  // The names come from the caller: percent-encoded, none can break the header.
  const listed = names
    .slice(0, UNKNOWN_NAMES_MAX)
    .map((name) => encodeURIComponent(name.slice(0, UNKNOWN_NAME_CHARACTERS_MAX).toWellFormed()));
  return { ...answer, headers: { ...answer.headers, 'X-Unknown-Parameters': listed.join(', ') } };
}

/** Lets the console at this origin read the answer; without an origin, the answer stays as it is. */
export function addCrossOriginHeaders(
  answer: APIGatewayProxyResult,
  consoleOrigin: string | undefined,
): APIGatewayProxyResult {
  if (consoleOrigin === undefined) return answer;
  const { Vary: origin, ...headers } = buildCrossOriginHeaders(consoleOrigin);
  const vary = [answer.headers?.['Vary'] ?? [], origin].flat().join(', ');
  return { ...answer, headers: { ...answer.headers, ...headers, Vary: vary } };
}

/** Builds the error answer of a refusal. Any other error becomes a 500 without details. */
export function buildErrorAnswer(error: unknown, correlationId: string): APIGatewayProxyResult {
  const refusal = error instanceof Refusal ? error : undefined;
  const status = refusal?.status ?? 500;
  const body = {
    statusCode: status,
    message: refusal ? (refusal.faults ?? refusal.message) : 'Something went wrong on our side.',
    error: STATUS_PHRASES[status] ?? 'Error',
    code: refusal?.code ?? 'unexpected',
    correlation_id: correlationId,
  };
  const retryAfter = refusal?.retryAfterSeconds;
  const headers: ResponseHeaders =
    retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return buildAnswer(status, JSON.stringify(body), correlationId, headers);
}

/** Answers an unknown path as the gateway does. */
export function buildNoRouteAnswer(correlationId: string): APIGatewayProxyResult {
  const body = {
    statusCode: 404,
    message: 'There is no such path.',
    error: STATUS_PHRASES[404],
    code: 'route_not_found',
    correlation_id: correlationId,
  };
  return buildAnswer(404, JSON.stringify(body), correlationId);
}
