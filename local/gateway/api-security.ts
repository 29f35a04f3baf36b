// Reads the Lambda authorizer of an operation.
import { readFunctionName } from '../lambda/functions.ts';
import { isObject, requireText } from '../cloudformation/template.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';

export interface IdentitySource {
  readonly from: 'header' | 'querystring';
  readonly name: string;
}

export interface AuthorizerSettings {
  readonly name: string;
  readonly type: 'TOKEN' | 'REQUEST';
  readonly functionName: string;
  readonly identitySources: IdentitySource[];
  /** A token that does not match is refused without calling the function. */
  readonly validation: RegExp | undefined;
  readonly ttlSeconds: number;
  /** Whether its answer names the API key that counts the request. */
  readonly namesApiKey: boolean;
}

const TTL_SECONDS_DEFAULT = 300;

export function readAuthorizerSettings(
  body: JsonObject,
  security: Json,
  what: string,
): AuthorizerSettings | undefined {
  if (!Array.isArray(security) || security.length === 0) return undefined;
  const components = isObject(body.components) ? body.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  // API Gateway takes one authorizer, and a key beside it.
  const names = security.flatMap((one) => (isObject(one) ? Object.keys(one) : []));
  const [name, ...others] = names.filter((one) => !isApiKey(schemes[one]));
  if (name === undefined || others.length > 0) {
    throw new Error(`${what}: API Gateway takes exactly one authorizer per operation.`);
  }
  const scheme = schemes[name];
  const extension = isObject(scheme) ? scheme['x-amazon-apigateway-authorizer'] : undefined;
  if (!isObject(scheme) || !isObject(extension)) {
    throw new Error(`${what}: the scheme ${name} has no x-amazon-apigateway-authorizer.`);
  }
  const namesApiKey = names.length > 1;
  if (namesApiKey && body['x-amazon-apigateway-api-key-source'] !== 'AUTHORIZER') {
    throw new Error(`${what}: the local gateway takes API keys from authorizers only.`);
  }
  return { ...readAuthorizer(name, scheme, extension), namesApiKey };
}

function isApiKey(scheme: Json | undefined): boolean {
  return isObject(scheme) && scheme.type === 'apiKey' && scheme.name === 'x-api-key';
}

function readAuthorizer(
  name: string,
  scheme: JsonObject,
  extension: JsonObject,
): Omit<AuthorizerSettings, 'namesApiKey'> {
  const type = String(extension.type).toUpperCase();
  if (type !== 'TOKEN' && type !== 'REQUEST') {
    throw new Error(`The local gateway does not support authorizers of type ${type}.`);
  }
  const sources = extension.identitySource ?? `method.request.header.${String(scheme.name)}`;
  const expression = extension.identityValidationExpression;
  const ttl = extension.authorizerResultTtlInSeconds;
  return {
    name,
    type,
    functionName: readFunctionName(
      requireText(extension.authorizerUri, `The authorizerUri of ${name}`),
    ),
    identitySources: String(sources).split(',').map(readIdentitySource),
    validation: typeof expression === 'string' ? new RegExp(`^(?:${expression})$`) : undefined,
    ttlSeconds: typeof ttl === 'number' ? ttl : TTL_SECONDS_DEFAULT,
  };
}

function readIdentitySource(source: string): IdentitySource {
  const match = /^method\.request\.(header|querystring)\.(.+)$/.exec(source.trim());
  const [, from, name] = match ?? [];
  if ((from === 'header' || from === 'querystring') && name) return { from, name };
  throw new Error(`The local gateway does not support the identity source ${source}.`);
}
