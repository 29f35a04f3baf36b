// The headers of the console's files, on AWS and on one machine. The content security policy is the wall
// behind the other measures: what is injected into a page neither runs nor sends anything elsewhere.

/** The one policy for trusted types, which makes the address of the session worker. */
const TRUSTED_POLICY = 'session-worker';

/** Where the identity service returns to; its window passes the result to the page that opened it. */
export const CALLBACK_PATH = '/callback.html';

/** The files besides those of the build's `assets`. All other addresses are pages, and answer index.html. */
export const SITE_FILES = /^\/(?:assets\/.*|index\.html|callback\.html|config\.json|favicon\.svg)$/;

/** The name of a file in `assets` has a hash of its content. */
export const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable';
export const NO_CACHING = 'no-cache';

/** The function at the edge that answers the addresses of pages with index.html. */
export function buildSiteRouter(): string {
  return [
    'function handler(event) {',
    '  var request = event.request;',
    `  if (!${String(SITE_FILES)}.test(request.uri)) request.uri = '/index.html';`,
    '  return request;',
    '}',
  ].join('\n');
}

/** What the console's scripts may connect to besides their own origin. */
export function buildContentSecurityPolicy(connections: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...connections].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_POLICY}`,
  ].join('; ');
}

/** A page that opens the window of a sign-in keeps contact with it, and with no other. */
export const OPENER_POLICY = 'same-origin-allow-popups';
export const REFERRER_POLICY = 'no-referrer';
