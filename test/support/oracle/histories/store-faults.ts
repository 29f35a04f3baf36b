// Plans faults of the store for the requests of one history, while other histories run concurrently.
import type { StoreFault, ObservingFaultProxy } from '../../stack/fault-proxy.ts';

export interface PlannedStoreFaults {
  /** The faults of the next requests about these tenants, in order. */
  plan(tenants: readonly string[], faults: readonly StoreFault[]): void;
  heal(tenants: readonly string[]): void;
}

/** The only operation that can have the fault. */
const FAULT_OPERATIONS: Partial<Record<StoreFault, string>> = {
  conflict: 'TransactWriteItems',
  'in-progress': 'TransactWriteItems',
  unprocessed: 'BatchGetItem',
};

export function buildPlannedFaults(proxy: ObservingFaultProxy): PlannedStoreFaults {
  const plans = new Map<string, StoreFault[]>();
  proxy.fail((operation, _, tenant) => {
    const fault = plans.get(tenant)?.shift() ?? 'none';
    const required = FAULT_OPERATIONS[fault];
    return required === undefined || required === operation ? fault : 'none';
  });
  return {
    plan: (tenants, faults) => {
      const shared = [...faults];
      for (const tenant of tenants) plans.set(tenant, shared);
    },
    heal: (tenants) => {
      for (const tenant of tenants) plans.delete(tenant);
    },
  };
}
