// The clients as the OpenID Provider reads them. Administrators do without this file, and so without the
// provider, which takes longer to load than most of their commands to run.
import { randomBytes } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { readClient, readClients } from './clients.ts';
import type { Client, ServiceClient } from './clients.ts';
import { ArtifactStorage } from './storage/artifacts.ts';
import type { IdentityTable } from './storage/identity-table.ts';

const CACHE_MS = 60_000;
/** An origin that is not known may have been registered since; strangers' origins cost one read a second. */
const UNKNOWN_ORIGIN_MS = 1_000;

/**
 * The provider's access to the clients. A changed operator interface takes effect within a minute, a
 * changed service at once: what was withdrawn from it must not be issued once more.
 */
export class ClientMetadata extends ArtifactStorage {
  readonly #cache = new Map<string, { metadata: AdapterPayload; until: number }>();

  #origins: { readonly known: ReadonlySet<string>; readonly readAt: number } | undefined;

  constructor(table: IdentityTable) {
    super(table, 'Client');
  }

  override async find(clientId: string): Promise<AdapterPayload | undefined> {
    const cached = this.#cache.get(clientId);
    if (cached !== undefined && Date.now() < cached.until) return cached.metadata;
    const client = await readClient(this.table, clientId);
    this.#cache.delete(clientId);
    if (client === undefined) return undefined;
    const metadata = toClientMetadata(client);
    if (client.kind === 'operator-interface') {
      this.#cache.set(clientId, { metadata, until: Date.now() + CACHE_MS });
    }
    return metadata;
  }

  /**
   * Whether an operator interface has a redirect URI at that origin. A new origin counts after a second, a withdrawn
   * one for a minute at most.
   */
  async hasOrigin(origin: string): Promise<boolean> {
    // A browser also names origins that no application has, such as `null`.
    if (!URL.canParse(origin)) return false;
    const isKnown = this.#origins?.known.has(origin) ?? false;
    const age = Date.now() - (this.#origins?.readAt ?? 0);
    if (age < (isKnown ? CACHE_MS : UNKNOWN_ORIGIN_MS)) return isKnown;
    const readAt = Date.now();
    const known = listOrigins(await readClients(this.table));
    this.#origins = { known, readAt };
    return known.has(origin);
  }
}

function listOrigins(clients: readonly Client[]): ReadonlySet<string> {
  const uris = clients.flatMap((client) => (client.kind === 'service' ? [] : client.redirectUris));
  return new Set(uris.map((uri) => new URL(uri).origin));
}

// The provider requires a secret for every confidential client, although its comparison is replaced by
// ours. If its comparison were ever used, this value would match no secret.
const UNGUESSABLE_SECRET = randomBytes(32).toString('base64url');

function toCredentials({ keys, secrets }: ServiceClient): AdapterPayload {
  if (keys.length > 0) {
    return { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [...keys] } };
  }
  return {
    token_endpoint_auth_method: 'client_secret_post',
    client_secret: UNGUESSABLE_SECRET,
    secret_hashes: secrets,
  };
}

function toClientMetadata(client: Client): AdapterPayload {
  const common = {
    client_id: client.clientId,
    client_name: client.name,
    api_scopes: client.scopes,
  };
  if (client.kind === 'service') {
    return {
      ...common,
      tenant_id: client.tenantId,
      service_id: client.serviceId ?? client.clientId,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      ...toCredentials(client),
    };
  }
  return {
    ...common,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    token_endpoint_auth_method: 'none',
  };
}
