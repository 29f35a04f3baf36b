// Measures the store requests of each operation: calls the running product with every sample and
// counts the requests of the operation's own function.
import { openLocalAdministration } from '../../commands/administration/connect.ts';
import { recordSchedule } from '../../commands/administration/schedule-records.ts';
import { operations } from '../../functions/operations/operations.ts';
import type { OperationName } from '../../functions/operations/operations.ts';
import { startProduct } from '../bench/load/running-product.ts';
import type { RunningProduct } from '../bench/load/running-product.ts';
import { buildSampleRequests } from '../bench/load/sample-requests.ts';
import type { SampleRequests } from '../bench/load/sample-requests.ts';
import { startEngine } from '../../local/engines/engine.ts';
import { createTemporaryFolder } from '../../local/files/temporary-folder.ts';
import { oncePerTenant } from '../samples/samples.ts';
import { isRequestOf, sumConsumption } from '../metering/consumption.ts';
import type { Consumption } from '../metering/consumption.ts';
import { startMeteringProxy } from '../metering/metering-proxy.ts';
import type { MeteringProxy } from '../metering/metering-proxy.ts';

export type MeasuredOperations = Readonly<Record<OperationName, Consumption>>;

/** The tenant of the callers, and the schedule that an operation runs. */
const TENANT = 'aurora';
const SCHEDULE = { legalBasisCode: 'BANKING-ACT-24', retentionYears: 10, format: 'csv' };

/** In the first call a function may also read products, which it then caches for some seconds. */
const CALLS = 3;

/** Calls every operation; requires an engine that counts units as DynamoDB does. */
export async function measureOperations(
  progress: (line: string) => void,
): Promise<MeasuredOperations> {
  const folder = createTemporaryFolder('countinghouse-costs-');
  progress('starting the product');
  const engine = await startEngine({ kind: 'dynoxide' });
  const proxy = await startMeteringProxy(engine.endpoint);
  try {
    // With roles enforced, every call names its function.
    const flags = ['--enforce-roles'];
    const product = await startProduct({ folder: folder.path, engine: proxy.endpoint, flags });
    try {
      return await measureAll(product, proxy, progress);
    } finally {
      await product.stop();
    }
  } finally {
    await proxy.stop();
    await engine.stop();
    folder.remove();
  }
}

async function measureAll(
  product: RunningProduct,
  proxy: MeteringProxy,
  progress: (line: string) => void,
): Promise<MeasuredOperations> {
  const names = Object.keys(operations) as OperationName[];
  const samples = buildSampleRequests(product);
  await recordSchedule(openLocalAdministration(product.stack), TENANT, SCHEDULE);
  const measured: [OperationName, Consumption][] = [];
  for (const [index, name] of names.entries()) {
    progress(`${index + 1} of ${names.length}: ${name}`);
    const calls: Consumption[] = [];
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
): Promise<Consumption> {
  const request = await samples.next(name);
  proxy.take();
  await product.requireSuccess(request);
  const own = proxy.take().filter((one) => isRequestOf(name, one));
  return sumConsumption(own);
}

/** Picks the call with the fewest requests, and of these the one with the fewest reads. */
export function pickLeastConsumption(calls: readonly Consumption[]): Consumption {
  const [least] = calls.toSorted((a, b) => a.requests - b.requests || a.readUnits - b.readUnits);
  if (least === undefined) throw new Error('nothing was called');
  return least;
}
