// Reads the OpenAPI body of an AWS::ApiGateway::RestApi. A setting that the local gateway cannot honour
// is refused here, at the start, so that no request behaves differently from AWS.
import { readAuthorizerSettings } from './api-security.ts';
import type { AuthorizerSettings } from './api-security.ts';
import { readGatewayResponses } from './gateway-responses.ts';
import type { GatewayResponses } from './gateway-responses.ts';
import type { ApiLimits } from './limits/usage-plans.ts';
import { readMockIntegration } from './integrations/mock-integration.ts';
import type { MockIntegration } from './integrations/mock-integration.ts';
import type { AccessLogSettings } from './logging/access-log.ts';
import { readFunctionName } from '../lambda/functions.ts';
import { RouteTable } from './route-table.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';

export interface ApiOperation {
  /** The path in the document, with its parameters. */
  readonly resourcePath: string;
  readonly operationId: string | undefined;
  readonly integration: ProxyIntegration | MockIntegration;
  readonly authorizer: AuthorizerSettings | undefined;
}

export interface ProxyIntegration {
  readonly type: 'AWS_PROXY';
  readonly functionName: string;
  readonly timeoutMs: number;
}

export interface ApiDefinition {
  readonly routes: RouteTable<ApiOperation>;
  readonly gatewayResponses: GatewayResponses;
  /** The gateway compresses bodies of at least this size for clients that accept it. */
  readonly compressionBytesMin: number | undefined;
  readonly binaryMediaTypes: string[];
}

/** A deployed API: its definition, and its identity for clients and functions. */
export interface ApiSettings {
  readonly id: string;
  readonly name: string;
  readonly stage: string;
  readonly account: string;
  readonly region: string;
  /** The URL for clients, such as `http://localhost:4010`. */
  readonly origin: string;
  /** The domain name in events, whatever Host header the client sends. */
  readonly domainName: string;
  readonly definition: ApiDefinition;
  /** Absent: requests are not logged. */
  readonly accessLog: AccessLogSettings | undefined;
  /** What each API key may ask of it. */
  readonly limits: ApiLimits;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);
const ANY_METHOD = 'x-amazon-apigateway-any-method';
const TIMEOUT_MS_DEFAULT = 29_000;

export function readApiDefinition(properties: JsonObject): ApiDefinition {
  const { Body: body } = properties;
  if (!isObject(body) || !isObject(body.paths)) {
    throw new Error('The local gateway serves only APIs that an OpenAPI body defines.');
  }
  refuseMember(body, 'x-amazon-apigateway-request-validator');
  refuseMember(body, 'x-amazon-apigateway-policy');

  const routes = new RouteTable<ApiOperation>();
  for (const [path, item] of Object.entries(body.paths)) {
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      if (method === 'trace') throw new Error(`${path}: API Gateway has no method TRACE.`);
      if (!METHODS.has(method) && method !== ANY_METHOD) continue;
      const verb = method === ANY_METHOD ? 'ANY' : method.toUpperCase();
      routes.add(verb, path, readOperation(operation, `${verb} ${path}`, path, body));
    }
  }
  const compression =
    body['x-amazon-apigateway-minimum-compression-size'] ?? properties.MinimumCompressionSize;
  const binary = body['x-amazon-apigateway-binary-media-types'] ?? properties.BinaryMediaTypes;
  return {
    routes,
    gatewayResponses: readGatewayResponses(body['x-amazon-apigateway-gateway-responses']),
    compressionBytesMin: typeof compression === 'number' ? compression : undefined,
    binaryMediaTypes: Array.isArray(binary) ? binary.map(String) : [],
  };
}

function readOperation(
  operation: Json,
  what: string,
  path: string,
  body: JsonObject,
): ApiOperation {
  const integration = isObject(operation)
    ? operation['x-amazon-apigateway-integration']
    : undefined;
  if (!isObject(operation) || !isObject(integration)) {
    throw new Error(`${what} has no x-amazon-apigateway-integration.`);
  }
  refuseMember(operation, 'x-amazon-apigateway-request-validator');
  return {
    resourcePath: path,
    operationId: typeof operation.operationId === 'string' ? operation.operationId : undefined,
    integration: readIntegration(integration, what),
    authorizer: readAuthorizerSettings(body, operation.security ?? body.security ?? [], what),
  };
}

function readIntegration(
  integration: JsonObject,
  what: string,
): ProxyIntegration | MockIntegration {
  const type = String(integration.type).toUpperCase();
  if (type === 'MOCK') return readMockIntegration(what, integration);
  if (type !== 'AWS_PROXY') {
    throw new Error(`${what}: the local gateway supports only AWS_PROXY and MOCK integrations.`);
  }
  if (integration.responseTransferMode === 'STREAM') {
    throw new Error(`${what}: the local gateway does not stream responses.`);
  }
  const timeout = integration.timeoutInMillis;
  return {
    type,
    functionName: readFunctionName(requireText(integration.uri, `${what}: the integration's uri`)),
    timeoutMs: typeof timeout === 'number' ? timeout : TIMEOUT_MS_DEFAULT,
  };
}

function refuseMember(object: JsonObject, key: string) {
  if (object[key] !== undefined) throw new Error(`The local gateway does not support ${key}.`);
}
