// The answer to the request with which a browser asks whether a page of another origin may call a path.
// Browsers send it without a token, so a MOCK integration answers it before the authorizer. The headers are
// fixed, so a stage has one origin that may call it (ADR 110).
import { buildPreflightHeaders } from '../../../functions/operations/cross-origin/cross-origin-headers.ts';
import { buildMockMethod, MOCK_HEADERS, quoteHeaders } from './mock-method.ts';
import type { PathItem } from './mock-method.ts';

/** Adds the preflight to the methods of a path; without an origin, OPTIONS stays 405. */
export function addPreflight(methods: PathItem, origin: string | undefined): PathItem {
  if (origin === undefined) return methods;
  const allowed = Object.keys(methods).map((method) => method.toUpperCase());
  return {
    ...methods,
    options: buildMockMethod({
      status: 204,
      description: 'What the console may send.',
      headers: { ...quoteHeaders(buildPreflightHeaders(origin, allowed.sort())), ...MOCK_HEADERS },
      // A preflight has no body.
      mediaTypes: ['application/json'],
    }),
  };
}
