// The answers that API Gateway itself gives, as an API customizes them in
// x-amazon-apigateway-gateway-responses.
import { isObject } from '../cloudformation/template.ts';
import type { Json } from '../cloudformation/template.ts';

interface DefaultResponse {
  readonly statusCode: number;
  readonly message: string;
}

const DEFAULT_RESPONSES = {
  ACCESS_DENIED: { statusCode: 403, message: 'User is not authorized to access this resource' },
  AUTHORIZER_CONFIGURATION_ERROR: { statusCode: 500, message: 'Internal server error' },
  AUTHORIZER_FAILURE: { statusCode: 500, message: 'Internal server error' },
  BAD_REQUEST_BODY: { statusCode: 400, message: 'Invalid request body' },
  BAD_REQUEST_PARAMETERS: { statusCode: 400, message: 'Bad Request' },
  DEFAULT_4XX: { statusCode: 400, message: 'Bad Request' },
  // For a function that fails, times out or returns an invalid result: the one 5XX without a type.
  DEFAULT_5XX: { statusCode: 502, message: 'Internal server error' },
  INVALID_API_KEY: { statusCode: 403, message: 'Forbidden' },
  INTEGRATION_FAILURE: { statusCode: 504, message: 'Network error communicating with endpoint' },
  INTEGRATION_TIMEOUT: { statusCode: 504, message: 'Endpoint request timed out' },
  MISSING_AUTHENTICATION_TOKEN: { statusCode: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { statusCode: 413, message: 'Request Too Long' },
  THROTTLED: { statusCode: 429, message: 'Too Many Requests' },
  UNAUTHORIZED: { statusCode: 401, message: 'Unauthorized' },
  UNSUPPORTED_MEDIA_TYPE: { statusCode: 415, message: 'Unsupported Media Type' },
} satisfies Record<string, DefaultResponse>;

export type GatewayResponseType = keyof typeof DEFAULT_RESPONSES;

/** Thrown when the gateway must answer instead of a function. */
export class GatewayRefusal extends Error {
  readonly type: GatewayResponseType;

  constructor(type: GatewayResponseType, message: string = DEFAULT_RESPONSES[type].message) {
    super(message);
    this.name = 'GatewayRefusal';
    this.type = type;
  }
}

/** A response as a document writes it: its status, the sources of its headers, and its body. */
export interface ResponseForm {
  readonly statusCode: number | undefined;
  readonly headers: [name: string, source: string][];
  readonly template: string | undefined;
}

export type GatewayResponses = Map<string, ResponseForm>;

/** Returns the value of a variable such as `context.requestId`, if there is one. */
export type VariableReader = (name: string) => string | undefined;

export interface RenderedResponse {
  readonly statusCode: number;
  readonly headers: [name: string, value: string][];
  readonly body: string;
}

const TEMPLATE_DEFAULT = '{"message":$context.error.messageString}';
const VARIABLE_PATTERN = '(?:context|method|stageVariables|input|util)(?:\\.[A-Za-z_][\\w-]*)*';
const REFERENCE = new RegExp(`\\$(?:\\{(${VARIABLE_PATTERN})\\}|(${VARIABLE_PATTERN}))`, 'g');
const KNOWN_REFERENCE =
  /^(context\.(error\.(message|messageString|responseType)|identity\.(sourceIp|userAgent)|authorizer\.\w+|requestId|extendedRequestId|apiId|accountId|stage|httpMethod|path|resourcePath|protocol|requestTime|requestTimeEpoch|domainName)|method\.request\.(header|querystring|path)\.[\w-]+)$/;

export function readGatewayResponses(extension: Json | undefined): GatewayResponses {
  const entries = Object.entries(isObject(extension) ? extension : {});
  return new Map(
    entries.map(([type, value]) => {
      const what = `The gateway response ${type}`;
      return [type, readResponseForm(what, value, 'gatewayresponse.header.')];
    }),
  );
}

/** `what` names the response in errors; the names of its headers start with `prefix`. */
export function readResponseForm(what: string, value: Json, prefix: string): ResponseForm {
  const { statusCode, responseParameters, responseTemplates } = isObject(value) ? value : {};
  const templates = isObject(responseTemplates) ? responseTemplates : {};
  const template = templates['application/json'] ?? Object.values(templates)[0];
  const parameters = Object.entries(isObject(responseParameters) ? responseParameters : {});
  const headers = parameters.map(([target, source]): [string, string] => {
    if (!target.startsWith(prefix)) throw new Error(`${what} sets ${target}, not a ${prefix}`);
    return [target.slice(prefix.length), requireKnownSource(what, String(source))];
  });
  return {
    statusCode: statusCode === undefined ? undefined : Number(statusCode),
    headers,
    template: typeof template === 'string' ? requireKnownTemplate(what, template) : undefined,
  };
}

function requireKnownSource(what: string, source: string): string {
  if (/^'.*'$/.test(source) || KNOWN_REFERENCE.test(source)) return source;
  throw new Error(`${what} uses ${source}, which the local gateway does not support.`);
}

// API Gateway only substitutes variables in gateway responses and runs no VTL in them; the local gateway
// runs none at all.
function requireKnownTemplate(what: string, template: string): string {
  for (const [, braced, bare = ''] of template.matchAll(REFERENCE)) {
    requireKnownSource(what, braced ?? bare);
  }
  if (!/^\s*#\w+/m.test(template)) return template;
  throw new Error(`${what} uses a VTL directive, which has no effect here.`);
}

export function renderGatewayResponse(
  refusal: GatewayRefusal,
  responses: GatewayResponses,
  variables: VariableReader,
): RenderedResponse {
  const { type, message } = refusal;
  const own = responses.get(type);
  const family = DEFAULT_RESPONSES[type].statusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
  const customization = own ?? responses.get(family);
  const valueOf = (name: string): string => {
    if (name === 'context.error.message') return message;
    if (name === 'context.error.messageString') return JSON.stringify(message);
    if (name === 'context.error.responseType') return type;
    return variables(name) ?? '';
  };
  return renderResponseForm(
    {
      statusCode: customization?.statusCode ?? DEFAULT_RESPONSES[type].statusCode,
      headers: customization?.headers ?? [],
      template: customization?.template ?? TEMPLATE_DEFAULT,
    },
    valueOf,
  );
}

/** Replaces the variables of a response. */
export function renderResponseForm(
  form: ResponseForm & { readonly statusCode: number },
  valueOf: (name: string) => string,
): RenderedResponse {
  const headers = form.headers.map(([name, source]): [string, string] => {
    const literal = /^'(.*)'$/.exec(source)?.[1];
    return [name, literal ?? valueOf(source)];
  });
  return {
    statusCode: form.statusCode,
    headers: headers.filter(([, value]) => value !== ''),
    body: (form.template ?? '').replaceAll(REFERENCE, (_, braced?: string, bare = '') =>
      valueOf(braced ?? bare),
    ),
  };
}
