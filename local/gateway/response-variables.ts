// The values of `$context...` and `$method.request...` in a gateway response.
import type { ApiSettings } from './api-definition.ts';
import type { VariableReader } from './gateway-responses.ts';
import { findHeader, findQueryValue } from './gateway-request.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { formatCommonLogTime } from './proxy-event.ts';
import type { JsonObject } from '../cloudformation/template.ts';

interface VariableContext {
  readonly api: ApiSettings;
  readonly request: GatewayRequest;
  readonly resourcePath: string | undefined;
  readonly pathParameters: Record<string, string>;
  readonly authorizer: JsonObject;
}

export function buildVariables(known: VariableContext): VariableReader {
  const context = buildContextVariables(known);
  const families: [prefix: string, lookUp: (name: string) => string | undefined][] = [
    ['context.authorizer.', (name) => toOptionalText(known.authorizer[name])],
    ['context.', (name) => context[name]],
    ['method.request.header.', (name) => findHeader(known.request, name)],
    ['method.request.querystring.', (name) => findQueryValue(known.request, name)],
    ['method.request.path.', (name) => known.pathParameters[name]],
  ];
  return (name) => {
    const [prefix = '', lookUp] = families.find(([start]) => name.startsWith(start)) ?? [];
    return lookUp?.(name.slice(prefix.length));
  };
}

function buildContextVariables({
  api,
  request,
  resourcePath,
}: VariableContext): Record<string, string | undefined> {
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
    requestTime: formatCommonLogTime(request.receivedAt),
    requestTimeEpoch: String(request.receivedAt.getTime()),
    'identity.sourceIp': request.sourceIp,
    'identity.userAgent': findHeader(request, 'user-agent'),
  };
}

function toOptionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
