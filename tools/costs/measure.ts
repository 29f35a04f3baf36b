// What each operation asks of the store, measured: the running product is called with the sample of
// every operation, and what the operation's own function asked is counted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kebab, operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { startProduct } from '../bench/load/product.ts';
import type { Product } from '../bench/load/product.ts';
import { sampleRequests } from '../bench/load/sample-requests.ts';
import type { SampleRequests } from '../bench/load/sample-requests.ts';
import { startEngine } from '../../local/engines/engine.ts';
import { onceInALife } from '../samples/samples.ts';
import { startMeteringProxy } from './metering-proxy.ts';
import type { MeteredRequest, MeteringProxy } from './metering-proxy.ts';

export interface Consumption {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export type Measured = Readonly<Record<OperationName, Consumption>>;

/** In the first call a function may also read products, which it then keeps for some seconds. */
const CALLS = 3;

/** Calls every operation; only an engine that counts units as the service does will do. */
export async function measureOperations(progress: (line: string) => void): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-costs-'));
  progress('starting the product');
  const engine = await startEngine({ kind: 'dynoxide' });
  const proxy = await startMeteringProxy(engine.endpoint);
  try {
    // Where roles are enforced, every call says which function makes it.
    const flags = ['--enforce-roles'];
    const product = await startProduct({ folder, engine: proxy.endpoint, flags });
    try {
      return await callAll(product, proxy, progress);
    } finally {
      await product.stop();
    }
  } finally {
    await proxy.stop();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function callAll(
  product: Product,
  proxy: MeteringProxy,
  progress: (line: string) => void,
): Promise<Measured> {
  const names = Object.keys(operations) as OperationName[];
  const samples = sampleRequests(product);
  const measured: [OperationName, Consumption][] = [];
  for (const [index, name] of names.entries()) {
    progress(`${index + 1} of ${names.length}: ${name}`);
    const calls: Consumption[] = [];
    for (let call = 0; call < (onceInALife.has(name) ? 1 : CALLS); call += 1) {
      calls.push(await callOnce(product, samples, { name, proxy }));
    }
    measured.push([name, leastOf(calls)]);
  }
  return Object.fromEntries(measured) as Measured;
}

async function callOnce(
  product: Product,
  samples: SampleRequests,
  { name, proxy }: { name: OperationName; proxy: MeteringProxy },
): Promise<Consumption> {
  const request = await samples.next(name);
  proxy.take();
  await product.demand(request);
  const own = proxy.take().filter(({ caller }) => isFunctionOf(name, caller));
  return consumptionOf(own);
}

// A function's name is the operation's with the stage before it.
function isFunctionOf(name: OperationName, caller: string): boolean {
  return caller.slice(caller.indexOf('-') + 1) === kebab(name);
}

export function consumptionOf(requests: readonly MeteredRequest[]): Consumption {
  const total = (units: 'readUnits' | 'writeUnits') =>
    requests.reduce((sum, request) => sum + request[units], 0);
  return {
    requests: requests.length,
    readUnits: total('readUnits'),
    writeUnits: total('writeUnits'),
  };
}

/** Of several calls the one with the fewest requests, and of these the one that read least. */
export function leastOf(calls: readonly Consumption[]): Consumption {
  const [least] = calls.toSorted((a, b) => a.requests - b.requests || a.readUnits - b.readUnits);
  if (least === undefined) throw new Error('nothing was called');
  return least;
}
