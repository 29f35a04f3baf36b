// CORS: the headers with which a browser lets the operators' console, a page of another origin, call the APIs
// and read their answers (ADR 110). No answer allows cookies, and none allows any origin.

/** The request headers that the console may send besides those that every page may. */
export const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Correlation-ID',
] as const;

/** The headers of answers that the console may read besides those that every page may. */
export const EXPOSED_HEADERS = [
  'Allow',
  'Content-Digest',
  'Content-Disposition',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Repr-Digest',
  'Retry-After',
  'WWW-Authenticate',
  'X-Correlation-ID',
  'X-Lag-Seconds',
  'X-Next-Cursor',
  'X-Unknown-Parameters',
] as const;

/** How long a browser may remember a preflight; Chromium remembers none for longer. */
export const PREFLIGHT_SECONDS = 7_200;

/** Builds the headers of every answer for the console at this origin. */
export function buildCrossOriginHeaders(origin: string) {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
    Vary: 'Origin',
  } as const;
}

/** Builds the headers of the answer to a preflight, for a path with these methods. */
export function buildPreflightHeaders(origin: string, methods: readonly string[]) {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    Vary: 'Origin',
  } as const;
}
