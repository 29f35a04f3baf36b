// Transfers as the engine sees them: the product makes them once, and what it asks is kept.
import { closedLoop } from './closed-loop.ts';
import { startFreshEngine } from '../baselines/fresh-engine.ts';
import type { Bench } from '../report/measurement.ts';
import { startProduct } from './product.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import type { RecordedRequest } from './recording-proxy.ts';
import { keyIn, laneOf, prepareTransfers } from './transfers.ts';
import type { TransferPlan } from './transfers.ts';

export interface RecordedTransfers {
  /** Makes the tables and the accounts, one request after another. */
  readonly setup: readonly RecordedRequest[];
  /** By lane, the requests of each transfer. */
  readonly lanes: readonly (readonly (readonly RecordedRequest[])[])[];
  readonly requestsPerTransfer: number;
}

const CLIENTS = 8;

export async function recordTransfers(
  bench: Bench,
  plan: TransferPlan,
): Promise<RecordedTransfers> {
  const engine = await startFreshEngine(bench);
  const proxy = await startRecordingProxy(engine.endpoint);
  const product = await startProduct({ folder: bench.folder, engine: proxy.endpoint });
  try {
    const lanes = await prepareTransfers(product, plan);
    const setup = proxy.take();
    const clients = Math.min(CLIENTS, plan.lanes);
    await closedLoop(clients, lanes, (request) => product.demand(request));
    const recorded = byLane(proxy.take(), plan.lanes);
    const requestsPerTransfer = recorded.flat(2).length / recorded.flat().length;
    return { setup, lanes: recorded, requestsPerTransfer };
  } finally {
    await product.stop();
    await proxy.stop();
    await engine.stop();
  }
}

function byLane(requests: readonly RecordedRequest[], lanes: number): RecordedRequest[][][] {
  const transfers = [...Map.groupBy(requests, ({ body = '' }) => keyIn(body))];
  return Array.from({ length: lanes }, (_, lane) =>
    transfers.filter(([key]) => key !== undefined && laneOf(key) === lane).map(([, own]) => own),
  );
}
