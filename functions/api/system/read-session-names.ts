// The names of the caller and of the tenant, from the table of the identity service.
import { readDirectoryEntry, readTenantName } from '../../identity/storage/directory.ts';
import { openIdentityTable } from '../../identity/storage/identity-table.ts';
import type { Session } from '../../ledger/commit/session.ts';
import { keys } from '../../ledger/store/keys.ts';
import { callStore } from '../../ledger/store/store.ts';
import { requireVariable } from '../../runtime/environment.ts';
import type { SessionNames } from '../../views/system/caller-session.ts';

const table = openIdentityTable(requireVariable('IDENTITY_TABLE'));

/**
 * The names as far as they are known: two requests. The first token of an operator is noted a moment after its
 * first request, and a tenant of another issuer has no name here.
 */
export async function readSessionNames({ store, tenant, actor }: Session): Promise<SessionNames> {
  // Nothing is read for a text that cannot be the name of a tenant.
  keys.tenant(tenant);
  const [entry, tenantName] = await Promise.all([
    callStore(store, (until) => readDirectoryEntry(table, { tenantId: tenant, id: actor }, until)),
    callStore(store, (until) => readTenantName(table, tenant, until)),
  ]);
  const { name, preferredUsername } = entry?.names ?? {};
  return { name, preferredUsername, tenantName };
}
