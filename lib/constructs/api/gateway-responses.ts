// The answers that API Gateway gives by itself, in the shape of our own errors.
import { buildCrossOriginHeaders } from '../../../functions/operations/cross-origin/cross-origin-headers.ts';
import { quoteHeaders } from './mock-method.ts';

interface GatewayResponse {
  readonly statusCode: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: Readonly<Record<string, string>>;
}

// Each answer is a fixed body, because templates of gateway responses can only substitute variables.
function buildGatewayResponse(
  status: number,
  error: string,
  code: string,
  message: string,
): GatewayResponse {
  const body = {
    statusCode: status,
    message,
    error,
    code,
    correlation_id: '$context.requestId',
  };
  return {
    statusCode: String(status),
    responseParameters: {
      'gatewayresponse.header.X-Correlation-ID': 'context.requestId',
      'gatewayresponse.header.Cache-Control': "'no-store'",
      ...(status === 401 && { 'gatewayresponse.header.WWW-Authenticate': "'Bearer'" }),
      ...((status === 429 || status === 504) && { 'gatewayresponse.header.Retry-After': "'1'" }),
    },
    responseTemplates: { 'application/json': JSON.stringify(body) },
  };
}

const unauthorized = buildGatewayResponse(
  401,
  'Unauthorized',
  'unauthorized',
  'The bearer token is missing, expired, invalid or meant for another audience.',
);
const forbidden = buildGatewayResponse(
  403,
  'Forbidden',
  'forbidden',
  'This request is not allowed.',
);
const unknownRoute = buildGatewayResponse(
  404,
  'Not Found',
  'route_not_found',
  'There is no such path.',
);
const invalid = buildGatewayResponse(
  400,
  'Bad Request',
  'invalid_request',
  'The request is malformed.',
);
const throttled = buildGatewayResponse(
  429,
  'Too Many Requests',
  'throttled',
  'Too many requests; retry later with the same Idempotency-Key.',
);
const timedOut = buildGatewayResponse(
  504,
  'Gateway Timeout',
  'timed_out',
  'There was no answer in time; retry with the same Idempotency-Key.',
);
const unexpected = buildGatewayResponse(
  500,
  'Internal Server Error',
  'unexpected',
  'Something went wrong on our side; retry with the same Idempotency-Key.',
);

const RESPONSES: Readonly<Record<string, GatewayResponse>> = {
  UNAUTHORIZED: unauthorized,
  ACCESS_DENIED: forbidden,
  EXPIRED_TOKEN: unauthorized,
  INVALID_API_KEY: forbidden,
  INVALID_SIGNATURE: unauthorized,
  WAF_FILTERED: forbidden,
  // API Gateway's type for an unknown path or method.
  MISSING_AUTHENTICATION_TOKEN: unknownRoute,
  RESOURCE_NOT_FOUND: unknownRoute,
  BAD_REQUEST_BODY: invalid,
  BAD_REQUEST_PARAMETERS: invalid,
  UNSUPPORTED_MEDIA_TYPE: buildGatewayResponse(
    415,
    'Unsupported Media Type',
    'unsupported_media_type',
    'The body must be application/json in UTF-8.',
  ),
  REQUEST_TOO_LARGE: buildGatewayResponse(
    413,
    'Content Too Large',
    'body_too_large',
    'The body is larger than 1 MiB.',
  ),
  THROTTLED: throttled,
  QUOTA_EXCEEDED: throttled,
  INTEGRATION_TIMEOUT: timedOut,
  INTEGRATION_FAILURE: timedOut,
  AUTHORIZER_FAILURE: unexpected,
  AUTHORIZER_CONFIGURATION_ERROR: unexpected,
  API_CONFIGURATION_ERROR: unexpected,
  // All other types. Their status is set too, so that it agrees with the body.
  DEFAULT_4XX: invalid,
  DEFAULT_5XX: unexpected,
};

/**
 * The gateway responses of an API, by their types. For a console, each allows it to read the answer: what is
 * refused before a function runs would else look to it like a broken connection.
 */
export function buildGatewayResponses(
  consoleOrigin: string | undefined,
): Readonly<Record<string, GatewayResponse>> {
  if (consoleOrigin === undefined) return RESPONSES;
  const headers = Object.entries(quoteHeaders(buildCrossOriginHeaders(consoleOrigin)));
  const added = Object.fromEntries(
    headers.map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
  );
  const responses = Object.entries(RESPONSES).map(([type, response]) => [
    type,
    { ...response, responseParameters: { ...response.responseParameters, ...added } },
  ]);
  return Object.fromEntries(responses) as Record<string, GatewayResponse>;
}
