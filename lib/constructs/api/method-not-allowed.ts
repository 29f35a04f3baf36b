// The answer to a method that a path does not have. By itself API Gateway answers 403 "Missing
// Authentication Token" to such a method and to an unknown path alike, which the gateway responses make
// 404. Here the method ANY, which catches what has no method of its own, answers 405 and names the
// methods in Allow. A MOCK integration does so without a function and before the authorizer (ADR 073).

type PathItem = Readonly<Record<string, unknown>>;

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

const TEXT_HEADER = { schema: { type: 'string' } };

const ANSWER = {
  405: {
    description: 'The path does not take this method.',
    // API Gateway maps only headers that are declared.
    headers: { Allow: TEXT_HEADER, 'Cache-Control': TEXT_HEADER, 'X-Correlation-ID': TEXT_HEADER },
  },
};

/** Adds to the methods of a path the answer to all others. */
export function addMethodNotAllowed(methods: PathItem): PathItem {
  const allowed = Object.keys(methods).map((method) => method.toUpperCase());
  return {
    ...methods,
    'x-amazon-apigateway-any-method': {
      security: [],
      responses: ANSWER,
      'x-amazon-apigateway-integration': buildIntegration(allowed.sort().join(', ')),
    },
  };
}

function buildIntegration(allow: string) {
  const request = JSON.stringify({ statusCode: 405 });
  return {
    type: 'mock',
    passthroughBehavior: 'never',
    // A template cannot read the body of a binary media type.
    contentHandling: 'CONVERT_TO_TEXT',
    requestTemplates: Object.fromEntries(MEDIA_TYPES.map((type) => [type, request])),
    responses: {
      default: {
        statusCode: '405',
        responseParameters: {
          'method.response.header.Allow': `'${allow}'`,
          'method.response.header.Cache-Control': "'no-store'",
          'method.response.header.X-Correlation-ID': 'context.requestId',
        },
        responseTemplates: { 'application/json': BODY },
      },
    },
  };
}
