// Clients: operator interfaces, which are public and belong to no tenant, and services, which have a
// secret and belong to one tenant.
import type { SecretHash } from './client-secret.ts';
import { isMachineScope, isPermission } from './permissions.ts';
import { identityKeys, readItem } from './storage/identity-table.ts';
import type { IdentityTable, IdentityItem } from './storage/identity-table.ts';

export type Client = OperatorInterfaceClient | ServiceClient;

export interface OperatorInterfaceClient {
  readonly kind: 'operator-interface';
  readonly clientId: string;
  readonly name: string;
  /** The permissions that its operators may use through it. */
  readonly scopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
}

export interface ServiceClient {
  readonly kind: 'service';
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly tenantId: string;
  readonly secrets: readonly SecretHash[];
}

/** Members of a client besides the metadata that the provider defines. */
export const CLIENT_EXTENSIONS = ['api_scopes', 'tenant_id', 'secret_hashes'];

export async function readClient(
  table: IdentityTable,
  clientId: string,
): Promise<Client | undefined> {
  const item = await readItem(table, identityKeys.client(clientId));
  return item && fromClientItem(item);
}

export function toClientItem(client: Client): IdentityItem {
  const { kind, clientId, name, scopes } = client;
  const common = { ...identityKeys.client(clientId), kind, client_id: clientId, name, scopes };
  if (client.kind === 'service') {
    return { ...common, tenant_id: client.tenantId, secrets: client.secrets };
  }
  return {
    ...common,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
  };
}

function fromClientItem(item: IdentityItem): Client {
  const common = { clientId: String(item.client_id), name: String(item.name) };
  const scopes = toTexts(item.scopes);
  if (item.kind === 'service') {
    const secrets = item.secrets as SecretHash[];
    const tenantId = String(item.tenant_id);
    return { ...common, kind: 'service', scopes: scopes.filter(isMachineScope), tenantId, secrets };
  }
  return {
    ...common,
    kind: 'operator-interface',
    scopes: scopes.filter(isPermission),
    redirectUris: toTexts(item.redirect_uris),
    postLogoutRedirectUris: toTexts(item.post_logout_redirect_uris),
  };
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
