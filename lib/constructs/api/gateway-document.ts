// Adds to the published OpenAPI document what API Gateway needs to deploy it: integrations, the authorizer,
// and gateway responses in the shape of our own errors.
import { Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { operations, parseRoute } from '../../../functions/operations/operations.ts';
import { buildGatewayResponses } from './gateway-responses.ts';
import { reduceDocument } from './gateway-subset.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { addPreflight } from './preflight.ts';

type JsonRecord = Record<string, unknown>;

export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: { readonly securitySchemes: JsonRecord; readonly [part: string]: unknown };
  readonly [part: string]: unknown;
}

export interface GatewaySettings {
  /** The function of each operation, by operationId. */
  readonly functions: ReadonlyMap<string, IFunction>;
  readonly authorizer: IFunction | undefined;
  /** Serves the document itself and the page that shows it. */
  readonly reference: IFunction;
  /** The origin of the console, whose pages may call the API from a browser; absent for no such page. */
  readonly consoleOrigin?: string | undefined;
  /** The origin that may read what the gateway itself answers; `consoleOrigin` by default. */
  readonly refusalsOrigin?: string | undefined;
  /** Whether each request of a tenant counts against its limit. */
  readonly hasTenantLimits?: boolean;
}

const COMPRESSED_FROM_BYTES = 1_024;
/** How long the gateway caches the authorizer's answer; the pipeline itself checks the token's expiry. */
const AUTHORIZATION_CACHE_SECONDS = 60;

// API Gateway demands every scheme of the list, where OpenAPI means any of them.
const LIMITED = [{ bearer: [] }, { api_key: [] }];
const API_KEY = { type: 'apiKey', name: 'x-api-key', in: 'header' };

export function buildGatewayDocument(
  scope: Construct,
  document: OpenApiDocument,
  settings: GatewaySettings,
): JsonRecord {
  const { functions, authorizer, reference, consoleOrigin } = settings;
  const refusalsOrigin = settings.refusalsOrigin ?? consoleOrigin;
  const isLimited = authorizer !== undefined && settings.hasTenantLimits === true;
  const { paths: published, ...rest } = reduceDocument(document);
  const served = Object.entries(published).map(([path, methods]): [string, JsonRecord] => [
    readGatewayPath(path, methods),
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        {
          ...integrateOperation(scope, operation as JsonRecord, functions),
          ...(isLimited && { security: LIMITED }),
        },
      ]),
    ),
  ]);
  const paths = [
    ...served,
    ...Object.entries(buildReferencePaths(scope, reference, authorizer !== undefined)),
  ];
  return {
    ...rest,
    paths: Object.fromEntries(
      paths.map(([path, methods]) => [
        path,
        addMethodNotAllowed(addPreflight(methods, consoleOrigin), refusalsOrigin),
      ]),
    ),
    components: {
      securitySchemes: {
        ...(authorizer && { bearer: buildAuthorizerScheme(scope, authorizer) }),
        ...(isLimited && { api_key: API_KEY }),
      },
    },
    ...(isLimited && { 'x-amazon-apigateway-api-key-source': 'AUTHORIZER' }),
    ...(hasBytes(document.paths) && { 'x-amazon-apigateway-binary-media-types': ['*/*'] }),
    'x-amazon-apigateway-minimum-compression-size': COMPRESSED_FROM_BYTES,
    'x-amazon-apigateway-gateway-responses': buildGatewayResponses(refusalsOrigin),
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

// These routes are deployed but not published: they describe the API and are not part of it. The root is for those
// who open the address of an API of operators; the pages of the identity service have addresses of their own.
function buildReferencePaths(
  scope: Construct,
  reference: IFunction,
  hasOperators: boolean,
): Record<string, JsonRecord> {
  const responses = { 200: { description: 'Success' } };
  const open = { security: [], responses, ...buildIntegration(scope, reference) };
  const asset = { name: 'asset', in: 'path', required: true, schema: { type: 'string' } };
  return {
    ...(hasOperators && { '/': { get: open }, '/health': { get: open } }),
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
