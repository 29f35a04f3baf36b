// The items that almost every mutation of a tenant obeys, cached for a few seconds in each container: the
// settings of its general ledger and its controls. One request reads both, so that neither costs another.
import type { Session } from './commit/session.ts';
import { batchGet } from './store/batch-get.ts';
import type { Item } from './store/item.ts';
import { keys } from './store/keys.ts';
import { TimedCache } from './timed-cache.ts';

/** The items, where the tenant has them. */
export interface TenantConfiguration {
  readonly settings?: Item | undefined;
  readonly controls?: Item | undefined;
}

/** Tenants whose configuration one container caches. */
const TENANTS_MAX = 1_000;

const cachedConfigurations = new TimedCache<TenantConfiguration>(TENANTS_MAX);

/** The configuration, at most CACHE_MS old: no request while it is in the cache. */
export function readCachedConfiguration(session: Session, now: Date): Promise<TenantConfiguration> {
  const name = `${session.store.ledgerTable} ${session.tenant}`;
  return cachedConfigurations.read(name, now, () => readConfiguration(session));
}

async function readConfiguration({ store, tenant }: Session): Promise<TenantConfiguration> {
  const [settings, controls] = [keys.generalLedgerSettings(tenant), keys.controls(tenant)];
  const items = await batchGet(store, store.ledgerTable, [settings, controls]);
  const find = ({ PK }: { readonly PK: string }) => items.find((item) => item.PK === PK);
  return { settings: find(settings), controls: find(controls) };
}
