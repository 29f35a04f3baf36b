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
}

const TTL_SECONDS_DEFAULT = 300;

export function readAuthorizerSettings(
  body: JsonObject,
  security: Json,
  what: string,
): AuthorizerSettings | undefined {
  if (!Array.isArray(security) || security.length === 0) return undefined;
  const [requirement, ...others] = security;
  const [name, ...more] = isObject(requirement) ? Object.keys(requirement) : [];
  if (name === undefined || others.length > 0 || more.length > 0) {
    throw new Error(`${what}: API Gateway takes exactly one security scheme per operation.`);
  }
  const components = isObject(body.components) ? body.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  const scheme = schemes[name];
  const extension = isObject(scheme) ? scheme['x-amazon-apigateway-authorizer'] : undefined;
  if (!isObject(scheme) || !isObject(extension)) {
    throw new Error(`${what}: the scheme ${name} has no x-amazon-apigateway-authorizer.`);
  }
  return readAuthorizer(name, scheme, extension);
}

function readAuthorizer(name: string, scheme: JsonObject, extension: JsonObject) {
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
  } satisfies AuthorizerSettings;
}

function readIdentitySource(source: string): IdentitySource {
  const match = /^method\.request\.(header|querystring)\.(.+)$/.exec(source.trim());
  const [, from, name] = match ?? [];
  if ((from === 'header' || from === 'querystring') && name) return { from, name };
  throw new Error(`The local gateway does not support the identity source ${source}.`);
}
