// A method that API Gateway answers by itself: no function runs, and no authorizer stands before it.

/** The methods of a path. */
export type PathItem = Readonly<Record<string, unknown>>;

/** What the method answers; the values of headers are as API Gateway writes them, text within single quotes. */
export interface MockAnswer {
  readonly status: number;
  readonly description: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The Content-Types that it takes; API Gateway answers 415 to all others. */
  readonly mediaTypes: readonly string[];
}

const TEXT_HEADER = { schema: { type: 'string' } };

/** Builds the method for the deployed document. */
export function buildMockMethod({ status, description, headers, ...answer }: MockAnswer) {
  const request = JSON.stringify({ statusCode: status });
  const values = Object.entries(headers);
  return {
    security: [],
    responses: {
      [status]: {
        description,
        // API Gateway maps only headers that are declared.
        headers: Object.fromEntries(values.map(([name]) => [name, TEXT_HEADER])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      // A template cannot read the body of a binary media type.
      contentHandling: 'CONVERT_TO_TEXT',
      requestTemplates: Object.fromEntries(answer.mediaTypes.map((type) => [type, request])),
      responses: {
        default: {
          statusCode: String(status),
          responseParameters: Object.fromEntries(
            values.map(([name, value]) => [`method.response.header.${name}`, value]),
          ),
          ...(answer.body !== undefined && {
            responseTemplates: { 'application/json': answer.body },
          }),
        },
      },
    },
  };
}

/** The headers that each answer of the gateway itself has. */
export const MOCK_HEADERS = {
  'Cache-Control': "'no-store'",
  'X-Correlation-ID': 'context.requestId',
} as const;

/** Writes the values as fixed text for API Gateway. */
export function quoteHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
}
