// Faults of the store, planned for the requests of one history, whatever others are running.
import type { StoreFault, ObservingFaultProxy } from '../../stack/fault-proxy.ts';

export interface PlannedStoreFaults {
  /** The faults of the next requests about these tenants, in order. */
  plan(tenants: readonly string[], faults: readonly StoreFault[]): void;
  heal(tenants: readonly string[]): void;
}

/** Faults that only some operations can have. */
const ONLY: Partial<Record<StoreFault, string>> = {
  conflict: 'TransactWriteItems',
  'in-progress': 'TransactWriteItems',
  unprocessed: 'BatchGetItem',
};

export function buildPlannedFaults(proxy: ObservingFaultProxy): PlannedStoreFaults {
  const plans = new Map<string, StoreFault[]>();
  proxy.fail((operation, _, tenant) => {
    const fault = plans.get(tenant)?.shift() ?? 'none';
    const only = ONLY[fault];
    return only === undefined || only === operation ? fault : 'none';
  });
  return {
    plan: (tenants, faults) => {
      const left = [...faults];
      for (const tenant of tenants) plans.set(tenant, left);
    },
    heal: (tenants) => {
      for (const tenant of tenants) plans.delete(tenant);
    },
  };
}
