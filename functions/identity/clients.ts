// Clients: operator interfaces, which are public and belong to no tenant, and services, which have a
// secret and belong to one tenant.
import type { SecretHash } from './client-secret.ts';
import { isMachineScope, isPermission, isServicePermission } from './permissions.ts';
import { identityKeys, readItem, readPartition } from './storage/identity-table.ts';
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

/** A public key as a JWK (RFC 7517). Its `kid` is its thumbprint (RFC 7638). */
export interface PublicJwk {
  readonly kty: string;
  readonly kid: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
}

export interface ServiceClient {
  readonly kind: 'service';
  readonly clientId: string;
  /** The `sub` of its tokens, by which the ledger records it. Older services may still have none. */
  readonly serviceId?: string;
  readonly name: string;
  /** The default scopes of services, and the permissions that the institution has granted. */
  readonly scopes: readonly string[];
  readonly tenantId: string;
  readonly secrets: readonly SecretHash[];
  /** A service with keys signs in by them and by no secret. */
  readonly keys: readonly PublicJwk[];
}

/** The kind of what is left of a deleted client, so that its id stays taken while its tokens could work. */
const DELETED = 'deleted';

/** Members of a client besides the metadata that the provider defines. */
export const CLIENT_EXTENSIONS = ['api_scopes', 'tenant_id', 'service_id', 'secret_hashes'];

/** Reads a client; undefined if there is none with this id, or if it was deleted. */
export async function readClient(
  table: IdentityTable,
  clientId: string,
): Promise<Client | undefined> {
  const item = await readItem(table, identityKeys.client(clientId));
  return item === undefined || item.kind === DELETED ? undefined : fromClientItem(item);
}

/** Whether the id is still that of a deleted client, so that no other client can have it yet. */
export async function isIdReserved(table: IdentityTable, clientId: string): Promise<boolean> {
  const item = await readItem(table, identityKeys.client(clientId));
  return item?.kind === DELETED && Number(item.ttl) >= Math.floor(Date.now() / 1000);
}

export async function readClients(table: IdentityTable): Promise<Client[]> {
  const entries = await readPartition(table, identityKeys.clientEntry('').PK);
  const clients = await Promise.all(entries.map(({ SK }) => readClient(table, String(SK))));
  return clients.filter((client) => client !== undefined);
}

export function toClientItem(client: Client): IdentityItem {
  const { kind, clientId, name, scopes } = client;
  const common = { ...identityKeys.client(clientId), kind, client_id: clientId, name, scopes };
  if (client.kind === 'service') {
    const { serviceId, tenantId, secrets, keys } = client;
    return { ...common, service_id: serviceId, tenant_id: tenantId, secrets, public_keys: keys };
  }
  return {
    ...common,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
  };
}

/** What stands in place of a deleted client until `freeAt`, in seconds. */
export function toDeletedClientItem(clientId: string, freeAt: number): IdentityItem {
  return { ...identityKeys.client(clientId), kind: DELETED, client_id: clientId, ttl: freeAt };
}

function fromClientItem(item: IdentityItem): Client {
  const common = { clientId: String(item.client_id), name: String(item.name) };
  const scopes = toTexts(item.scopes);
  if (item.kind === 'service') {
    return {
      ...common,
      kind: 'service',
      ...(item.service_id !== undefined && { serviceId: String(item.service_id) }),
      scopes: [...scopes.filter(isMachineScope), ...readPermissionSet(item)],
      tenantId: String(item.tenant_id),
      secrets: item.secrets as SecretHash[],
      keys: (item.public_keys ?? []) as PublicJwk[],
    };
  }
  return {
    ...common,
    kind: 'operator-interface',
    scopes: scopes.filter(isPermission),
    redirectUris: toTexts(item.redirect_uris),
    postLogoutRedirectUris: toTexts(item.post_logout_redirect_uris),
  };
}

// A set, so that two administrators who change it at the same moment lose neither change.
function readPermissionSet({ permission_set: granted }: IdentityItem): string[] {
  return granted instanceof Set
    ? [...granted].map(String).filter(isServicePermission).toSorted()
    : [];
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
