import { TENANT_ID } from '../operators.ts';
import { identityKeys, readPartition } from '../storage/identity-table.ts';
import { ChangeRefusal, commitChange, buildPutNew } from './identity-change.ts';
import type { Administration } from './identity-change.ts';

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
}

export interface ListedTenant extends Tenant {
  readonly requiresSecondFactor: boolean;
}

export async function createTenant(
  administration: Administration,
  { tenantId, name }: Tenant,
): Promise<void> {
  if (!TENANT_ID.test(tenantId)) {
    throw new ChangeRefusal('A tenant id is 1 to 64 letters, digits, hyphens and underscores.');
  }
  const entry = { ...identityKeys.tenantEntry(tenantId), name };
  await commitChange(administration, {
    action: 'tenant.created',
    tenantId,
    subject: tenantId,
    writes: [buildPutNew(administration, entry)],
    otherwise: `The tenant ${tenantId} already exists.`,
  });
}

export async function listTenants({ table }: Administration): Promise<ListedTenant[]> {
  const entries = await readPartition(table, identityKeys.tenantEntry('').PK);
  return entries.map(({ SK, name, requires_second_factor: required }) => ({
    tenantId: String(SK),
    name: String(name),
    requiresSecondFactor: required === true,
  }));
}
