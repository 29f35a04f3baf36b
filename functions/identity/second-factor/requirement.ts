import { identityKeys, readItem } from '../storage/identity-table.ts';
import type { IdentityTable } from '../storage/identity-table.ts';

/** Whether no operator of the tenant may get a code without a second factor. */
export async function isSecondFactorRequired(
  table: IdentityTable,
  tenantId: string,
): Promise<boolean> {
  const tenant = await readItem(table, identityKeys.tenantEntry(tenantId));
  return tenant?.requires_second_factor === true;
}
