// What the browser may do on our pages. Swagger UI sets styles through the CSS object model only,
// so neither scripts nor styles need to be allowed inline.
import type { ResponseHeaders } from '../runtime/answers.ts';

/** The policy, with the origins besides our own that a script may send requests to. */
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
