// Builds the event that API Gateway sends to a Lambda proxy integration (payload format 1.0).
import type { ApiSettings } from './api-definition.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { JsonObject } from '../cloudformation/template.ts';

export interface EventParts {
  readonly api: ApiSettings;
  readonly request: GatewayRequest;
  readonly resourcePath: string;
  readonly operationId: string | undefined;
  readonly pathParameters: Record<string, string>;
}

export interface EventBody {
  readonly text: string | null;
  readonly isBase64Encoded: boolean;
}

export function buildProxyEvent(
  parts: EventParts,
  body: EventBody,
  authorizer?: JsonObject,
): JsonObject {
  return {
    ...buildRequestFields(parts, authorizer),
    body: body.text,
    isBase64Encoded: body.isBase64Encoded,
  };
}

/** The fields that events of proxy integrations and of REQUEST authorizers have in common. */
export function buildRequestFields(parts: EventParts, authorizer?: JsonObject): JsonObject {
  const { api, request, resourcePath, pathParameters } = parts;
  const { headers } = addForwardingHeaders(request, api);
  return {
    resource: resourcePath,
    path: request.path,
    httpMethod: request.method,
    headers: toLastValues(headers, true),
    multiValueHeaders: toAllValues(headers, true),
    queryStringParameters: toLastValues(request.query, false),
    multiValueQueryStringParameters: toAllValues(request.query, false),
    pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : null,
    stageVariables: null,
    requestContext: buildRequestContext(parts, authorizer),
  };
}

function buildRequestContext(parts: EventParts, authorizer?: JsonObject): JsonObject {
  const { api, request, resourcePath, operationId } = parts;
  return {
    accountId: api.account,
    apiId: api.id,
    domainName: api.domainName,
    domainPrefix: api.id,
    extendedRequestId: request.extendedId,
    httpMethod: request.method,
    identity: buildIdentity(request),
    path: request.path,
    protocol: request.protocol,
    requestId: request.id,
    requestTime: formatCommonLogTime(request.receivedAt),
    requestTimeEpoch: request.receivedAt.getTime(),
    resourceId: resourcePath,
    resourcePath,
    stage: api.stage,
    ...(operationId === undefined ? {} : { operationName: operationId }),
    ...(authorizer === undefined ? {} : { authorizer }),
  };
}

function buildIdentity({ sourceIp, headers }: GatewayRequest): JsonObject {
  const userAgent = headers.findLast(([name]) => name.toLowerCase() === 'user-agent')?.[1] ?? null;
  return {
    accessKey: null,
    accountId: null,
    apiKey: null,
    apiKeyId: null,
    caller: null,
    clientCert: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp,
    user: null,
    userAgent,
    userArn: null,
  };
}

function addForwardingHeaders(request: GatewayRequest, api: ApiSettings): GatewayRequest {
  const given = request.headers.filter(([name]) => !/^x-forwarded-(for|port|proto)$/i.test(name));
  const chain = request.headers.filter(([name]) => /^x-forwarded-for$/i.test(name));
  const addresses = [...chain.map(([, value]) => value), request.sourceIp].join(', ');
  const { protocol, port } = new URL(api.origin);
  return {
    ...request,
    headers: [
      ...given,
      ['X-Forwarded-For', addresses],
      ['X-Forwarded-Port', port],
      ['X-Forwarded-Proto', protocol.replace(':', '')],
    ],
  };
}

// Header names that differ only in case are one header, under its first spelling.
function groupPairs(
  pairs: [string, string][],
  ignoreCase: boolean,
): Map<string, [string, string[]]> {
  const groups = new Map<string, [string, string[]]>();
  for (const [name, value] of pairs) {
    const key = ignoreCase ? name.toLowerCase() : name;
    const [, values] = groups.get(key) ?? [];
    if (values) values.push(value);
    else groups.set(key, [name, [value]]);
  }
  return groups;
}

function toLastValues(pairs: [string, string][], ignoreCase: boolean): JsonObject | null {
  const groups = [...groupPairs(pairs, ignoreCase).values()];
  if (groups.length === 0) return null;
  return Object.fromEntries(groups.map(([name, values]) => [name, values.at(-1) ?? '']));
}

function toAllValues(pairs: [string, string][], ignoreCase: boolean): JsonObject | null {
  const groups = [...groupPairs(pairs, ignoreCase).values()];
  return groups.length === 0 ? null : Object.fromEntries(groups);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function formatCommonLogTime(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T');
  const [year, month, dayOfMonth] = day.split('-');
  return `${dayOfMonth}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}
