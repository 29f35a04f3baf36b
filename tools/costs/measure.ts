// Measures the store requests of each operation: calls the running product with every sample and
// counts the requests of the operation's own function.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toKebabCase, operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { startProduct } from '../bench/load/running-product.ts';
import type { RunningProduct } from '../bench/load/running-product.ts';
import { buildSampleRequests } from '../bench/load/sample-requests.ts';
import type { SampleRequests } from '../bench/load/sample-requests.ts';
import { startEngine } from '../../local/engines/engine.ts';
import { oncePerTenant } from '../samples/samples.ts';
import { startMeteringProxy } from './metering-proxy.ts';
import type { MeteredRequest, MeteringProxy } from './metering-proxy.ts';

export interface OperationConsumption {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export type MeasuredOperations = Readonly<Record<OperationName, OperationConsumption>>;

/** In the first call a function may also read products, which it then caches for some seconds. */
const CALLS = 3;

/** Calls every operation; requires an engine that counts units as DynamoDB does. */
export async function measureOperations(
  progress: (line: string) => void,
): Promise<MeasuredOperations> {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-costs-'));
  progress('starting the product');
  const engine = await startEngine({ kind: 'dynoxide' });
  const proxy = await startMeteringProxy(engine.endpoint);
  try {
    // With roles enforced, every call names its function.
    const flags = ['--enforce-roles'];
    const product = await startProduct({ folder, engine: proxy.endpoint, flags });
    try {
      return await measureAll(product, proxy, progress);
    } finally {
      await product.stop();
    }
  } finally {
    await proxy.stop();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(
  product: RunningProduct,
  proxy: MeteringProxy,
  progress: (line: string) => void,
): Promise<MeasuredOperations> {
  const names = Object.keys(operations) as OperationName[];
  const samples = buildSampleRequests(product);
  const measured: [OperationName, OperationConsumption][] = [];
  for (const [index, name] of names.entries()) {
    progress(`${index + 1} of ${names.length}: ${name}`);
    const calls: OperationConsumption[] = [];
    for (let call = 0; call < (oncePerTenant.has(name) ? 1 : CALLS); call += 1) {
      calls.push(await measureCall(product, samples, { name, proxy }));
    }
    measured.push([name, pickLeastConsumption(calls)]);
  }
  return Object.fromEntries(measured) as MeasuredOperations;
}

async function measureCall(
  product: RunningProduct,
  samples: SampleRequests,
  { name, proxy }: { name: OperationName; proxy: MeteringProxy },
): Promise<OperationConsumption> {
  const request = await samples.next(name);
  proxy.take();
  await product.requireSuccess(request);
  const own = proxy.take().filter((one) => isRequestOf(name, one));
  return sumConsumption(own);
}

/** Whether the function of the operation sent the request. */
export function isRequestOf(name: OperationName, { caller }: MeteredRequest): boolean {
  // A function's name is the operation's with the stage before it.
  return caller.slice(caller.indexOf('-') + 1) === toKebabCase(name);
}

export function sumConsumption(requests: readonly MeteredRequest[]): OperationConsumption {
  const total = (units: 'readUnits' | 'writeUnits') =>
    requests.reduce((sum, request) => sum + request[units], 0);
  return {
    requests: requests.length,
    readUnits: total('readUnits'),
    writeUnits: total('writeUnits'),
  };
}

/** Picks the call with the fewest requests, and of these the one with the fewest reads. */
export function pickLeastConsumption(calls: readonly OperationConsumption[]): OperationConsumption {
  const [least] = calls.toSorted((a, b) => a.requests - b.requests || a.readUnits - b.readUnits);
  if (least === undefined) throw new Error('nothing was called');
  return least;
}
