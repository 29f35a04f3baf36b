// The Content-Security-Policy of the reference pages. Swagger UI sets styles through the CSS object
// model only, so that neither inline scripts nor inline styles need to be allowed.
import type { ResponseHeaders } from '../runtime/answers.ts';

/** Builds the headers; `connectTo` are further origins that a script may send requests to. */
export function buildReferenceHeaders(connectTo: readonly string[]): ResponseHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
