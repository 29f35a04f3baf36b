// The samples as requests to the running product, for measurements that call all operations.
import { randomUUID } from 'node:crypto';
import { operations } from '../../../functions/operations/operations.ts';
import type { OperationName } from '../../../functions/operations/operations.ts';
import { toHttpRequest } from '../../samples/http-request.ts';
import { buildSampleContext } from '../../samples/sample.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import { oncePerTenant, samples } from '../../samples/samples.ts';
import type { RunningProduct, ProductCall } from './running-product.ts';

export interface SampleRequests {
  readonly names: readonly OperationName[];
  /** Prepares another request that will succeed; the preparation is not measured. */
  next(name: OperationName): Promise<ProductCall>;
}

// Projections need a running stream consumer.
function isMeasured(name: OperationName): boolean {
  const { api, area } = operations[name];
  return api === 'ledger' && area !== 'projections' && !oncePerTenant.has(name);
}

/** The ledger's operations, except projections and those that succeed only once. */
export function buildSampleRequests(product: RunningProduct): SampleRequests {
  const world = buildSampleContext(async (name, request, key) =>
    parseAnswer(await product.requireSuccess(toProductCall(name, request, key))),
  );
  return {
    names: (Object.keys(operations) as OperationName[]).filter(isMeasured),
    next: async (name) => toProductCall(name, await samples[name](world)),
  };
}

/** Calls each of these operations once, for the memory that they take. */
export async function callEveryOperation(product: RunningProduct): Promise<void> {
  const { names, next } = buildSampleRequests(product);
  for (const name of names) await product.requireSuccess(await next(name));
}

// Proofs and checkpoints of the evidence log are text.
function parseAnswer(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}

function toProductCall(
  name: OperationName,
  sample?: SampleRequest,
  key: string = randomUUID(),
): ProductCall {
  const row = operations[name];
  return { ...toHttpRequest(row, sample), ...(row.idempotent && { key }) };
}
