// The sides of a comparison, ready to make the same transfers: the product, a bare SDK client, and the
// engine behind the least a client can be.
import { startFreshEngine } from '../baselines/fresh-engine.ts';
import type { FreshEngine } from '../baselines/fresh-engine.ts';
import type { Bench } from '../report/measurement.ts';
import { familyOf, withArgument } from './processes.ts';
import { startProduct } from './product.ts';
import type { RecordedTransfers } from './recorded-transfers.ts';
import type { RecordedRequest } from './recording-proxy.ts';
import { sdkCaller } from '../baselines/sdk-caller.ts';
import { prepareTransfers } from './transfers.ts';
import type { TransferPlan } from './transfers.ts';

type Transfer = () => Promise<unknown>;

export interface Side {
  /** The next transfers of every lane. */
  take(perLane: number): Transfer[][];
  /** The process of the product without its engine; none where there is no product. */
  readonly productPids: readonly number[];
  readonly enginePids: readonly number[];
  stop(): Promise<void>;
}

export async function startHttpSide(bench: Bench, plan: TransferPlan): Promise<Side> {
  const product = await startProduct({ folder: bench.folder, engine: bench.engine });
  const lanes = await prepareTransfers(product, plan);
  const transfers = lanes.map((lane) => lane.map((one) => () => product.demand(one)));
  return {
    take: inTurn(transfers),
    productPids: [product.pid],
    enginePids: familyOf(product.pid).filter((pid) => pid !== product.pid),
    stop: product.stop,
  };
}

/** The recorded requests, sent as they were. */
export async function startEngineSide(bench: Bench, recorded: RecordedTransfers): Promise<Side> {
  const engine = await startFreshEngine(bench);
  return replaySide(engine, recorded, (requests) => async () => {
    for (const request of requests) await engine.client.demand(request);
  });
}

/** The recorded requests, made anew by the SDK: what any program on it would spend. */
export async function startSdkSide(bench: Bench, recorded: RecordedTransfers): Promise<Side> {
  const engine = await startFreshEngine(bench);
  const callOf = sdkCaller(engine.endpoint);
  return replaySide(engine, recorded, (requests) => {
    const calls = requests.map(callOf);
    return async () => {
      for (const call of calls) await call();
    };
  });
}

async function replaySide(
  engine: FreshEngine,
  { setup, lanes }: RecordedTransfers,
  transferOf: (requests: readonly RecordedRequest[]) => Transfer,
): Promise<Side> {
  for (const request of setup) await engine.client.demand(request);
  const { port } = new URL(engine.endpoint);
  return {
    take: inTurn(lanes.map((lane) => lane.map(transferOf))),
    productPids: [],
    enginePids: withArgument(familyOf(process.pid), port),
    stop: engine.stop,
  };
}

function inTurn(lanes: readonly Transfer[][]): Side['take'] {
  return (perLane) => lanes.map((lane) => lane.splice(0, perLane));
}
