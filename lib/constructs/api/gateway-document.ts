// Adds to the published OpenAPI document what API Gateway needs to deploy it: integrations, the authorizer,
// and gateway responses in the shape of our own errors.
import { Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { operations, parseRoute } from '../../../functions/operations/operations.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';

type JsonRecord = Record<string, unknown>;

export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: { readonly securitySchemes: JsonRecord; readonly [part: string]: unknown };
  readonly [part: string]: unknown;
}

export interface GatewayFunctions {
  /** The function of each operation, by operationId. */
  readonly functions: ReadonlyMap<string, IFunction>;
  readonly authorizer: IFunction | undefined;
  /** Serves the document itself and the page that shows it. */
  readonly reference: IFunction;
}

const COMPRESSED_FROM_BYTES = 1_024;
/** How long the gateway caches the authorizer's answer; the pipeline itself checks the token's expiry. */
const AUTHORIZATION_CACHE_SECONDS = 60;

export function buildGatewayDocument(
  scope: Construct,
  document: OpenApiDocument,
  { functions, authorizer, reference }: GatewayFunctions,
): JsonRecord {
  const { paths: published, components, ...rest } = removeExamples(document);
  const served = Object.entries(published).map(([path, methods]): [string, JsonRecord] => [
    readGatewayPath(path, methods),
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        integrateOperation(scope, operation as JsonRecord, functions),
      ]),
    ),
  ]);
  const paths = [...served, ...Object.entries(buildReferencePaths(scope, reference))];
  return {
    ...rest,
    paths: Object.fromEntries(paths.map(([path, methods]) => [path, addMethodNotAllowed(methods)])),
    components: {
      ...components,
      securitySchemes: authorizer ? { bearer: buildAuthorizerScheme(scope, authorizer) } : {},
    },
    ...(hasBytes(published) && { 'x-amazon-apigateway-binary-media-types': ['*/*'] }),
    'x-amazon-apigateway-minimum-compression-size': COMPRESSED_FROM_BYTES,
    'x-amazon-apigateway-gateway-responses': gatewayResponses,
  };
}

// The row of an operation has the path as API Gateway writes it, with a plus sign where a parameter takes the
// rest of the path; OpenAPI has no such parameters. The identity service has no rows.
function readGatewayPath(path: string, methods: Record<string, unknown>): string {
  const names = Object.values(methods).map((method) => (method as JsonRecord)['operationId']);
  const row = Object.entries(operations).find(([name]) => names.includes(name))?.[1];
  return row ? parseRoute(row).path : path;
}

// The gateway decodes an answer of bytes if the first media type in Accept is a binary one. With all of them,
// no client gets Base64 because of what it accepts. Bodies of requests then arrive in Base64 (ADR 106).
function hasBytes(published: OpenApiDocument['paths']): boolean {
  return JSON.stringify(published).includes('"application/octet-stream"');
}

// API Gateway does not support examples, and they would count towards the template's size limit.
function removeExamples(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify(document, (name, value: unknown) =>
    name === 'example' || name === 'examples' ? undefined : value,
  );
  return JSON.parse(text) as OpenApiDocument;
}

function integrateOperation(
  scope: Construct,
  operation: JsonRecord,
  functions: ReadonlyMap<string, IFunction>,
) {
  const name = String(operation['operationId']);
  const handler = functions.get(name);
  if (!handler) throw new Error(`There is no function for ${name}.`);
  return { ...operation, ...buildIntegration(scope, handler) };
}

function buildIntegration(scope: Construct, handler: IFunction): JsonRecord {
  return {
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: buildInvocationUri(scope, handler),
      passthroughBehavior: 'never',
    },
  };
}

// These routes are deployed but not published: they describe the API and are not part of it.
function buildReferencePaths(scope: Construct, reference: IFunction): Record<string, JsonRecord> {
  const responses = { 200: { description: 'Success' } };
  const open = { security: [], responses, ...buildIntegration(scope, reference) };
  const asset = { name: 'asset', in: 'path', required: true, schema: { type: 'string' } };
  return {
    '/openapi.json': { get: open },
    '/docs': { get: open },
    '/docs/{asset}': { get: { ...open, parameters: [asset] } },
  };
}

function buildInvocationUri(scope: Construct, { functionArn }: IFunction): string {
  const { partition, region } = Stack.of(scope);
  const service = `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions`;
  return `${service}/${functionArn}/invocations`;
}

function buildAuthorizerScheme(scope: Construct, authorizer: IFunction): JsonRecord {
  return {
    type: 'apiKey',
    name: 'Authorization',
    in: 'header',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'token',
      authorizerUri: buildInvocationUri(scope, authorizer),
      authorizerResultTtlInSeconds: AUTHORIZATION_CACHE_SECONDS,
    },
  };
}

// Each answer is a fixed body, because templates of gateway responses can only substitute variables.
function buildGatewayResponse(
  status: number,
  error: string,
  code: string,
  message: string,
): JsonRecord {
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
  'There is no such path, or it does not take this method.',
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

export const gatewayResponses: JsonRecord = {
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
