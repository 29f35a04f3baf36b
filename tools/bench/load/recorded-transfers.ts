// Transfers as requests to the engine: the product makes each once, and its requests are recorded.
import { runClosedLoop } from './closed-loop.ts';
import { startFreshEngine } from '../baselines/fresh-engine.ts';
import type { BenchContext } from '../report/measurement.ts';
import { startProduct } from './running-product.ts';
import { startRecordingProxy } from '../http/recording-proxy.ts';
import type { RecordedRequest } from '../http/recording-proxy.ts';
import { findKey, readLane, prepareTransfers } from './transfers.ts';
import type { TransferPlan } from './transfers.ts';

export interface RecordedTransfers {
  /** Creates the tables and the accounts, one request after another. */
  readonly setup: readonly RecordedRequest[];
  /** The requests of each transfer, by lane. */
  readonly lanes: readonly (readonly (readonly RecordedRequest[])[])[];
  readonly requestsPerTransfer: number;
}

const CLIENTS = 8;

export async function recordTransfers(
  bench: BenchContext,
  plan: TransferPlan,
): Promise<RecordedTransfers> {
  const engine = await startFreshEngine(bench);
  const proxy = await startRecordingProxy(engine.endpoint);
  const product = await startProduct({ folder: bench.folder, engine: proxy.endpoint });
  try {
    const lanes = await prepareTransfers(product, plan);
    const setup = proxy.take();
    const clients = Math.min(CLIENTS, plan.lanes);
    await runClosedLoop(clients, lanes, (request) => product.requireSuccess(request));
    const recorded = groupByLane(proxy.take(), plan.lanes);
    const requestsPerTransfer = recorded.flat(2).length / recorded.flat().length;
    return { setup, lanes: recorded, requestsPerTransfer };
  } finally {
    await product.stop();
    await proxy.stop();
    await engine.stop();
  }
}

function groupByLane(requests: readonly RecordedRequest[], lanes: number): RecordedRequest[][][] {
  const transfers = [...Map.groupBy(requests, ({ body = '' }) => findKey(body))];
  return Array.from({ length: lanes }, (_, lane) =>
    transfers.filter(([key]) => key !== undefined && readLane(key) === lane).map(([, own]) => own),
  );
}
