// What `$context...` and `$method.request...` stand for in a gateway response.
import type { ApiSettings } from './api-definition.ts';
import type { Variables } from './responses.ts';
import { headerOf, queryValueOf } from './request.ts';
import type { GatewayRequest } from './request.ts';
import { commonLogTime } from './proxy-event.ts';
import type { JsonObject } from '../cloudformation/template.ts';

type Known = {
  api: ApiSettings;
  request: GatewayRequest;
  resourcePath: string | undefined;
  pathParameters: Record<string, string>;
  authorizer: JsonObject;
};

export function gatewayVariables(known: Known): Variables {
  const context = contextOf(known);
  const families: [prefix: string, lookUp: (name: string) => string | undefined][] = [
    ['context.authorizer.', (name) => textOf(known.authorizer[name])],
    ['context.', (name) => context[name]],
    ['method.request.header.', (name) => headerOf(known.request, name)],
    ['method.request.querystring.', (name) => queryValueOf(known.request, name)],
    ['method.request.path.', (name) => known.pathParameters[name]],
  ];
  return (name) => {
    const [prefix = '', lookUp] = families.find(([start]) => name.startsWith(start)) ?? [];
    return lookUp?.(name.slice(prefix.length));
  };
}

function contextOf({ api, request, resourcePath }: Known): Record<string, string | undefined> {
  return {
    requestId: request.id,
    extendedRequestId: request.extendedId,
    apiId: api.id,
    accountId: api.account,
    stage: api.stage,
    domainName: api.domainName,
    httpMethod: request.method,
    path: request.path,
    resourcePath,
    protocol: request.protocol,
    requestTime: commonLogTime(request.receivedAt),
    requestTimeEpoch: String(request.receivedAt.getTime()),
    'identity.sourceIp': request.sourceIp,
    'identity.userAgent': headerOf(request, 'user-agent'),
  };
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
