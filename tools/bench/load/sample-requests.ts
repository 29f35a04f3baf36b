// The samples as requests to the running product, for measurements that call all operations.
import { randomUUID } from 'node:crypto';
import { operations, permissionsOf, routeOf } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { worldOf } from '../../samples/sample.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import { onceInALife, samples } from '../../samples/samples.ts';
import type { Product, ProductRequest } from './product.ts';

export interface SampleRequests {
  readonly names: readonly OperationName[];
  /** Another one that will succeed; what it needs is made, in time that is nobody's. */
  next(name: OperationName): Promise<ProductRequest>;
}

// Projections answer only while something follows the streams.
function isMeasured(name: OperationName): boolean {
  const { api, area } = operations[name];
  return api === 'ledger' && area !== 'projections' && !onceInALife.has(name);
}

/** Of the ledger's operations, but for those that succeed once and the projections. */
export function sampleRequests(product: Product): SampleRequests {
  const world = worldOf(async (name, request) =>
    JSON.parse(await product.demand(requestOf(name, request))),
  );
  return {
    names: (Object.keys(operations) as OperationName[]).filter(isMeasured),
    next: async (name) => requestOf(name, await samples[name](world)),
  };
}

function requestOf(name: OperationName, sample: SampleRequest = {}): ProductRequest {
  const { path = {}, query = {}, body } = sample;
  const row = operations[name];
  const [permission = 'finance.read'] = permissionsOf(row);
  const route = routeOf(row);
  const concrete = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(path[parameter] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return {
    api: row.api,
    method: route.method,
    path: search === '' ? concrete : `${concrete}?${search}`,
    permission,
    ...(body !== undefined && { body }),
    ...(row.idempotent && { key: randomUUID() }),
  };
}
