// The sides of a comparison, ready to make the same transfers: the product, a bare SDK client, and
// the engine behind a minimal client.
import { startFreshEngine } from '../baselines/fresh-engine.ts';
import type { FreshEngine } from '../baselines/fresh-engine.ts';
import type { BenchContext } from '../report/measurement.ts';
import { listProcessFamily, filterByArgument } from './processes.ts';
import { startProduct } from './running-product.ts';
import type { RunningProduct } from './running-product.ts';
import type { RecordedTransfers } from './recorded-transfers.ts';
import type { RecordedRequest } from '../http/recording-proxy.ts';
import { buildSdkCaller } from '../baselines/sdk-caller.ts';
import { prepareTransfers } from './transfers.ts';
import type { TransferPlan } from './transfers.ts';

type TransferCall = () => Promise<unknown>;

const POSTING_FUNCTION = 'local-post-journal-entry';

export interface TransferSide {
  /** The next transfers of every lane. */
  take(perLane: number): TransferCall[][];
  /** The process of the product without its engine; absent for the other sides. */
  readonly productPids: readonly number[];
  /** The name of the product's threads that post transfers; absent for the other sides. */
  readonly postingThreads?: string;
  readonly enginePids: readonly number[];
  stop(): Promise<void>;
}

export interface ProductSide extends TransferSide {
  readonly product: RunningProduct;
}

export async function startHttpSide(bench: BenchContext, plan: TransferPlan): Promise<ProductSide> {
  const product = await startProduct({ folder: bench.folder, engine: bench.engine });
  const lanes = await prepareTransfers(product, plan);
  const transfers = lanes.map((lane) => lane.map((one) => () => product.requireSuccess(one)));
  return {
    product,
    take: buildTaker(transfers),
    productPids: [product.pid],
    postingThreads: POSTING_FUNCTION,
    enginePids: listProcessFamily(product.pid).filter((pid) => pid !== product.pid),
    stop: product.stop,
  };
}

/** The recorded requests, sent unchanged. */
export async function startEngineSide(
  bench: BenchContext,
  recorded: RecordedTransfers,
): Promise<TransferSide> {
  const engine = await startFreshEngine(bench);
  return buildReplaySide(engine, recorded, (requests) => async () => {
    for (const request of requests) await engine.client.requireSuccess(request);
  });
}

/** The recorded requests, built again by the SDK: the cost for any program that uses it. */
export async function startSdkSide(
  bench: BenchContext,
  recorded: RecordedTransfers,
): Promise<TransferSide> {
  const engine = await startFreshEngine(bench);
  const callOf = buildSdkCaller(engine.endpoint);
  return buildReplaySide(engine, recorded, (requests) => {
    const calls = requests.map(callOf);
    return async () => {
      for (const call of calls) await call();
    };
  });
}

async function buildReplaySide(
  engine: FreshEngine,
  { setup, lanes }: RecordedTransfers,
  transferOf: (requests: readonly RecordedRequest[]) => TransferCall,
): Promise<TransferSide> {
  for (const request of setup) await engine.client.requireSuccess(request);
  const { port } = new URL(engine.endpoint);
  return {
    take: buildTaker(lanes.map((lane) => lane.map(transferOf))),
    productPids: [],
    enginePids: filterByArgument(listProcessFamily(process.pid), port),
    stop: engine.stop,
  };
}

function buildTaker(lanes: readonly TransferCall[][]): TransferSide['take'] {
  return (perLane) => lanes.map((lane) => lane.splice(0, perLane));
}
