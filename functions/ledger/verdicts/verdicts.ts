// What the newest verification found in the records of a tenant. It is information for readers, no record of the
// ledger: the verification writes it in the table of the projections and never reads it.
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { keys, TENANT } from '../store/keys.ts';
import type { Key } from '../store/keys.ts';
import { requireProjectionsTable } from '../projections/items.ts';
import { callStore } from '../store/store.ts';
import type { Store } from '../store/store.ts';

export interface TenantVerdict {
  /** When the verification ended. */
  readonly verifiedAt: string;
  /** False when its time ran out before the end: there may be more differences. */
  readonly isFinished: boolean;
  /** The number of differences in the records of the tenant. */
  readonly differences: number;
}

/** The verdict of the newest verification: one request. Undefined before the first. */
export async function readTenantVerdict(
  store: Store,
  tenant: string,
): Promise<TenantVerdict | undefined> {
  const command = new GetCommand({
    TableName: requireProjectionsTable(store),
    Key: buildKey(tenant),
  });
  const { Item: item } = await callStore(store, (until) => store.documents.send(command, until));
  return item && (JSON.parse(String(item['verdict'])) as TenantVerdict);
}

/** What a verification found in the records of all tenants. */
export interface DeploymentVerdict extends Pick<TenantVerdict, 'verifiedAt' | 'isFinished'> {
  readonly differencesByTenant: ReadonlyMap<string, number>;
}

/**
 * Replaces the verdicts of these tenants: one request for each, one after the other. Without a table of
 * projections nothing is written, nor for what a damaged key names in place of a tenant.
 */
export async function writeTenantVerdicts(
  store: Store,
  { differencesByTenant, ...common }: DeploymentVerdict,
): Promise<void> {
  const { projectionsTable: TableName } = store;
  if (TableName === undefined) return;
  for (const [tenant, differences] of differencesByTenant) {
    if (!TENANT.test(tenant)) continue;
    const verdict: TenantVerdict = { ...common, differences };
    const Item = { ...buildKey(tenant), verdict: JSON.stringify(verdict) };
    const command = new PutCommand({ TableName, Item });
    await callStore(store, (until) => store.documents.send(command, until));
  }
}

function buildKey(tenant: string): Key {
  return { PK: `${keys.tenant(tenant)}VRD`, SK: 'V' };
}
