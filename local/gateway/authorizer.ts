// Calls Lambda authorizers, applies their answers and caches them.
import type { AuthorizerSettings, IdentitySource } from './api-security.ts';
import { FunctionError } from '../lambda/function-error.ts';
import { GatewayRefusal } from './gateway-responses.ts';
import { findHeader, findQueryValue } from './gateway-request.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { readAuthorizerOutput } from './authorizer-output.ts';
import type { AuthorizerOutput } from './authorizer-output.ts';
import type { ApiLimits } from './limits/usage-plans.ts';
import type { FunctionRunner } from '../lambda/functions.ts';
import { buildRequestFields } from './proxy-event.ts';
import type { EventParts } from './proxy-event.ts';
import type { Json, JsonObject } from '../cloudformation/template.ts';

interface CachedOutput {
  readonly until: number;
  readonly output: Promise<AuthorizerOutput>;
}

const CACHE_ENTRIES_MAX = 1_000;

export class Authorizer {
  readonly #functions: FunctionRunner;
  readonly #log: (line: string) => void;
  readonly #cache = new Map<string, CachedOutput>();

  constructor(functions: FunctionRunner, log: (line: string) => void) {
    this.#functions = functions;
    this.#log = log;
  }

  /**
   * Returns the `authorizer` of the request context; throws a GatewayRefusal if access is denied or the API key
   * that counts the request has been used up.
   */
  async authorize(settings: AuthorizerSettings, parts: EventParts): Promise<JsonObject> {
    const { request } = parts;
    const identity = settings.identitySources.map((source) => readIdentity(request, source));
    refuseIncompleteIdentity(settings, identity);

    const startedAt = performance.now();
    const methodArn = buildMethodArn(parts);
    const eventOf = () => buildAuthorizerEvent(settings, parts, identity, methodArn);
    const key = JSON.stringify([settings.name, ...identity]);
    const output = await this.#ask(settings, key, eventOf);
    if (!output.allows(methodArn)) throw new GatewayRefusal('ACCESS_DENIED');
    if (settings.namesApiKey) countRequest(parts.api.limits, output.usageIdentifierKey);
    return {
      ...output.context,
      principalId: output.principalId,
      integrationLatency: Math.round(performance.now() - startedAt),
    };
  }

  async #ask(
    settings: AuthorizerSettings,
    key: string,
    eventOf: () => Json,
  ): Promise<AuthorizerOutput> {
    if (settings.ttlSeconds === 0) return this.#invoke(settings, eventOf());
    const stored = this.#cache.get(key);
    if (stored && stored.until > Date.now()) return stored.output;

    const output = this.#invoke(settings, eventOf());
    this.#cache.delete(key);
    this.#cache.set(key, { until: Date.now() + settings.ttlSeconds * 1_000, output });
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= CACHE_ENTRIES_MAX) break;
      this.#cache.delete(oldest);
    }
    // A failure is not cached, but concurrent requests share this one call.
    output.catch(() => this.#cache.delete(key));
    return output;
  }

  async #invoke({ functionName }: AuthorizerSettings, event: Json): Promise<AuthorizerOutput> {
    try {
      return readAuthorizerOutput(await this.#functions.invoke(functionName, event));
    } catch (error) {
      if (error instanceof FunctionError && error.message === 'Unauthorized') {
        throw new GatewayRefusal('UNAUTHORIZED');
      }
      this.#log(`The authorizer ${functionName} failed: ${String(error)}`);
      throw error instanceof FunctionError ? new GatewayRefusal('AUTHORIZER_FAILURE') : error;
    }
  }
}

function countRequest(limits: ApiLimits, key: string | undefined): void {
  const bucket = key === undefined ? undefined : limits.get(key);
  if (!bucket) throw new GatewayRefusal('INVALID_API_KEY');
  if (!bucket.take()) throw new GatewayRefusal('THROTTLED');
}

function readIdentity(request: GatewayRequest, { from, name }: IdentitySource): string | undefined {
  return from === 'header' ? findHeader(request, name) : findQueryValue(request, name);
}

// Without a cache, API Gateway calls a REQUEST authorizer even if identity sources are missing.
function refuseIncompleteIdentity(settings: AuthorizerSettings, identity: (string | undefined)[]) {
  const { type, ttlSeconds, validation } = settings;
  const required = type === 'TOKEN' || ttlSeconds > 0;
  if (required && identity.some((value) => !value)) throw new GatewayRefusal('UNAUTHORIZED');
  if (type === 'TOKEN' && validation && !validation.test(identity[0] ?? '')) {
    throw new GatewayRefusal('UNAUTHORIZED');
  }
}

function buildMethodArn({ api, request }: EventParts): string {
  const { region, account, id, stage } = api;
  return `arn:aws:execute-api:${region}:${account}:${id}/${stage}/${request.method}${request.path}`;
}

function buildAuthorizerEvent(
  { type }: AuthorizerSettings,
  parts: EventParts,
  [token]: (string | undefined)[],
  methodArn: string,
): Json {
  return type === 'TOKEN'
    ? { type, methodArn, authorizationToken: token ?? '' }
    : { type, methodArn, ...buildRequestFields(parts) };
}
