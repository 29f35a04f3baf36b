// Looks for a tenant that a command names and nothing else checks. Those of other issuers are listed nowhere, so that
// one of which there is no trace is worth a warning, and no more.
import { listTenants } from '../../../functions/identity/administration/tenants.ts';
import type { Administration } from '../../../functions/identity/administration/identity-change.ts';
import { readLogHead } from '../../../functions/ledger/evidence/head.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';

/** What to say of a tenant of which there is no trace; undefined for any other. `remedy` undoes the change. */
export async function findTenantDoubt(
  who: Administration,
  store: Store,
  { tenant, remedy }: { readonly tenant: string; readonly remedy: string },
): Promise<string | undefined> {
  const tenants = await listTenants(who);
  if (tenants.some(({ tenantId }) => tenantId === tenant)) return undefined;
  if (await readLogHead(store, tenant)) return undefined;
  return (
    `Warning: there is no trace of a tenant ${tenant}: tenant list does not have it, and nothing of it was sealed so ` +
    `far. If another issuer has it, all is well. If its name is misspelt, ${remedy}.`
  );
}
