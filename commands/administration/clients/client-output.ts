// Clients and their credentials as `npm run admin -- client` prints them, in columns and in JSON.
import type { RedirectAddresses } from '../../../functions/identity/administration/clients.ts';
import { toSecretId } from '../../../functions/identity/client-secret.ts';
import type { Client, ServiceClient } from '../../../functions/identity/clients.ts';

/** Formats a client as a row. */
export function toClientRow(client: Client): string[] {
  const { clientId, name, scopes } = client;
  const isService = client.kind === 'service';
  const kind = isService ? `service of ${client.tenantId}` : 'operator interface';
  return [clientId, name, kind, scopes.join(' '), (isService && client.serviceId) || ''];
}

/** Shows a client in JSON, without its credentials. */
export function toClientBody(client: Client) {
  const { clientId, name, kind, scopes } = client;
  const common = { client_id: clientId, name, kind, scopes };
  return client.kind === 'service'
    ? { ...common, tenant_id: client.tenantId, service_id: client.serviceId }
    : { ...common, ...toAddressBody(client) };
}

/** Shows the addresses of an operator interface in JSON. */
export function toAddressBody({ redirectUris, postLogoutRedirectUris }: RedirectAddresses) {
  return { redirect_uris: redirectUris, post_logout_redirect_uris: postLogoutRedirectUris };
}

/** A secret or key of a service, without the secret itself. */
interface ListedCredential {
  readonly kind: 'secret' | 'key';
  readonly id: string;
  /** Of a key: its curve or, without one, its type. */
  readonly curve?: string;
  /** Of a secret from before this was stored there is none. */
  readonly created_at?: string;
  readonly expires_at?: string;
  readonly last_used_at?: string;
}

/** Lists the credentials of a service with their last use. */
export function listCredentials(
  { secrets, keys }: ServiceClient,
  uses: ReadonlyMap<string, string>,
): ListedCredential[] {
  const showUse = (id: string) => {
    const last = uses.get(id);
    return last === undefined ? {} : { last_used_at: last };
  };
  return [
    ...secrets.map((secret): ListedCredential => {
      const id = toSecretId(secret);
      const { createdAt, expiresAt } = secret;
      return {
        kind: 'secret',
        id,
        ...(createdAt !== undefined && { created_at: formatSeconds(createdAt) }),
        ...(expiresAt !== undefined && { expires_at: formatSeconds(expiresAt) }),
        ...showUse(id),
      };
    }),
    ...keys.map(({ kty, crv, kid }): ListedCredential => {
      return { kind: 'key', id: kid, curve: crv ?? kty, ...showUse(kid) };
    }),
  ];
}

/** Formats a credential as a row. */
export function toCredentialRow(credential: ListedCredential): string[] {
  const { kind, id, curve, created_at = 'unknown', expires_at, last_used_at } = credential;
  const end = expires_at === undefined ? 'no end' : `ends ${expires_at}`;
  return [kind, id, curve ?? `created ${created_at}`, end, `last used ${last_used_at ?? 'never'}`];
}

function formatSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
