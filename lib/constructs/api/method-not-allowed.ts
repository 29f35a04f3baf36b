// The answer to a method that a path does not have. By itself API Gateway answers 403 "Missing
// Authentication Token" to such a method and to an unknown path alike, which the gateway responses make
// 404. Here the method ANY, which catches what has no method of its own, answers 405 and names the
// methods in Allow. A MOCK integration does so without a function and before the authorizer (ADR 073).
import { buildCrossOriginHeaders } from '../../../functions/operations/cross-origin/cross-origin-headers.ts';
import { buildMockMethod, MOCK_HEADERS, quoteHeaders } from './mock-method.ts';
import type { PathItem } from './mock-method.ts';

/**
 * API Gateway answers 415 to a Content-Type without a template: these are what clients send unless they
 * are set otherwise.
 */
const MEDIA_TYPES = [
  'application/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

const BODY = JSON.stringify({
  statusCode: 405,
  message: 'The path does not take this method; the header Allow names those that it takes.',
  error: 'Method Not Allowed',
  code: 'method_not_allowed',
  correlation_id: '$context.requestId',
});

/** Adds to the methods of a path the answer to all others; `origin` is that of the console, if there is one. */
export function addMethodNotAllowed(methods: PathItem, origin: string | undefined): PathItem {
  const allowed = Object.keys(methods).map((method) => method.toUpperCase());
  return {
    ...methods,
    'x-amazon-apigateway-any-method': buildMockMethod({
      status: 405,
      description: 'The path does not take this method.',
      headers: {
        Allow: `'${allowed.sort().join(', ')}'`,
        ...MOCK_HEADERS,
        ...quoteHeaders(origin === undefined ? {} : buildCrossOriginHeaders(origin)),
      },
      body: BODY,
      mediaTypes: MEDIA_TYPES,
    }),
  };
}
