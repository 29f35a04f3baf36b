import { TENANT_ID } from '../operators.ts';
import { keys, readPartition } from '../storage/identity-table.ts';
import { ChangeRefused, make, putNew, type Administration } from './change.ts';

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
}

export async function createTenant(
  administration: Administration,
  { tenantId, name }: Tenant,
): Promise<void> {
  if (!TENANT_ID.test(tenantId)) {
    throw new ChangeRefused('A tenant id is 1 to 64 letters, digits, hyphens and underscores.');
  }
  const entry = { ...keys.tenantEntry(tenantId), name };
  await make(administration, {
    action: 'tenant.created',
    tenantId,
    subject: tenantId,
    writes: [putNew(administration, entry)],
    otherwise: `There is a tenant ${tenantId} already.`,
  });
}

export async function listTenants({ table }: Administration): Promise<Tenant[]> {
  const entries = await readPartition(table, keys.tenantEntry('').PK);
  return entries.map(({ SK, name }) => ({ tenantId: String(SK), name: String(name) }));
}
