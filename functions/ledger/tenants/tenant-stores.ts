// The store with credentials that IAM limits to the partitions of one tenant (ADR 123).
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { STSClient } from '@aws-sdk/client-sts';
import { TENANT } from '../store/keys.ts';
import { openStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

/** The store for the requests of a tenant. Throws for what is no tenant. */
export type TenantStores = (tenant: string) => Store;

/** The tag of a session, which the policies of the role compare with partition keys. */
const TENANT_TAG = 'tenant';

/** The most that a role which assumes another gets. */
const SESSION_SECONDS = 3_600;

/** A tenant beyond these costs the one that was used longest ago its credentials. */
const TENANTS_MAX = 50;

// The deadline of a request does not end this call: both attempts and the pause between them take less than three
// seconds, which leaves time for an answer.
const CLIENT_SETTINGS = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_300, throwOnRequestTimeout: true },
};

/**
 * Opens a store for each tenant, with credentials of the role for a session that is tagged with the tenant. The SDK
 * requests them with the first call, keeps them, and renews them five minutes before they expire. Without a role,
 * every tenant has the same store, with the credentials of the function.
 */
export function openTenantStores(store: Store, roleArn: string | undefined): TenantStores {
  if (roleArn === undefined) return () => store;
  const assumeRole = buildRoleSource(roleArn);
  // The stores share their connections.
  const { requestHandler } = store.documents.config;
  const stores = new Map<string, Store>();
  return (tenant) => {
    if (!TENANT.test(tenant)) throw new TypeError('not a tenant');
    const credentials = () => assumeRole(tenant);
    const found = stores.get(tenant) ?? openStore(store, { requestHandler, credentials });
    stores.delete(tenant);
    stores.set(tenant, found);
    const [oldest] = stores.keys();
    if (stores.size > TENANTS_MAX && oldest !== undefined) stores.delete(oldest);
    return found;
  };
}

type TenantCredentials = Exclude<DynamoDBClientConfig['credentials'], undefined>;
type RoleSource = (
  tenant: string,
) => Promise<Exclude<TenantCredentials, (...given: never[]) => unknown>>;

function buildRoleSource(roleArn: string): RoleSource {
  let client: STSClient | undefined;
  return async (tenant) => {
    // Functions without a role for tenants do not load the service's client.
    const { AssumeRoleCommand, STSClient } = await import('@aws-sdk/client-sts');
    client ??= new STSClient(CLIENT_SETTINGS);
    const command = new AssumeRoleCommand({
      RoleArn: roleArn,
      // A name has at least two characters, a tenant may have one.
      RoleSessionName: tenant.padEnd(2, '_'),
      Tags: [{ Key: TENANT_TAG, Value: tenant }],
      DurationSeconds: SESSION_SECONDS,
    });
    const { Credentials: given } = await client.send(command);
    return {
      accessKeyId: given?.AccessKeyId ?? '',
      secretAccessKey: given?.SecretAccessKey ?? '',
      ...(given?.SessionToken !== undefined && { sessionToken: given.SessionToken }),
      ...(given?.Expiration && { expiration: given.Expiration }),
    };
  };
}
