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

/** The nightly run has 30 seconds for all its tenants. */
const WRITES_AT_ONCE = 16;

/**
 * Replaces the verdicts of these tenants: one request for each, some at once. Without a table of
 * projections nothing is written, nor for what a damaged key names in place of a tenant.
 */
export async function writeTenantVerdicts(
  store: Store,
  { differencesByTenant, ...common }: DeploymentVerdict,
): Promise<void> {
  if (store.projectionsTable === undefined) return;
  const waiting = [...differencesByTenant].filter(([tenant]) => TENANT.test(tenant)).values();
  const writeNext = async () => {
    for (const [tenant, differences] of waiting) {
      await writeTenantVerdict(store, tenant, { ...common, differences });
    }
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writeNext));
}

async function writeTenantVerdict(store: Store, tenant: string, verdict: TenantVerdict) {
  const command = new PutCommand({
    TableName: requireProjectionsTable(store),
    Item: { ...buildKey(tenant), verdict: JSON.stringify(verdict) },
  });
  await callStore(store, (until) => store.documents.send(command, until));
}

function buildKey(tenant: string): Key {
  return { PK: `${keys.tenant(tenant)}VRD`, SK: 'V' };
}
