// The latency of each operation over HTTP, one call at a time, beside that of its engine requests
// alone.
import type { OperationName } from '../../../functions/operations/operations.ts';
import { replayRequests, startFreshEngine } from '../baselines/fresh-engine.ts';
import type { FreshEngine } from '../baselines/fresh-engine.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { startProduct } from './running-product.ts';
import type { RunningProduct, ProductCall } from './running-product.ts';
import { isRequestOf } from '../../metering/consumption.ts';
import { startRecordingProxy } from '../http/recording-proxy.ts';
import type { RecordedRequest } from '../http/recording-proxy.ts';
import { buildSampleRequests } from './sample-requests.ts';
import { computePercentile, formatPercentiles } from '../report/statistics.ts';
import { formatTable } from '../report/text-table.ts';

const WARM_UP_CALLS = 10;
const CALLS_PER_ROUND = 20;
/** The preparation of some calls waits for read models, exports or deliveries: there are fewer of those. */
const RECORDING_MS = 8_000;
const CALLS_MIN = WARM_UP_CALLS + 5;

interface RecordedCall {
  /** What all functions have asked since the call before. */
  readonly before: readonly RecordedRequest[];
  readonly own: readonly RecordedRequest[];
}

interface RecordedCalls {
  readonly setup: readonly RecordedRequest[];
  /** The engine's part of each call. */
  readonly calls: ReadonlyMap<OperationName, readonly RecordedCall[]>;
}

interface LatencySamples {
  readonly http: number[];
  readonly engine: number[];
}

export const latency: Measurement = {
  name: 'latency',
  async run(bench) {
    const count = WARM_UP_CALLS + bench.rounds * CALLS_PER_ROUND;
    const { setup, calls } = await recordCalls(bench, count);
    const product = await startProduct({ folder: bench.folder, engine: bench.engine });
    const engine = await startFreshEngine(bench);
    try {
      for (const request of setup) await engine.client.requireSuccess(request);
      const { next } = buildSampleRequests(product);
      const times = new Map<OperationName, LatencySamples>();
      // Finishes one operation before the next: the runner keeps few functions loaded, and
      // reloading one for every call would measure cold starts.
      for (const [name, recorded] of calls) {
        bench.progress(`timing ${name}`);
        times.set(name, { http: [], engine: [] });
        for (const [index, call] of recorded.entries()) {
          const stored = index < WARM_UP_CALLS ? undefined : times.get(name);
          const http = await timeRequest(product, await next(name));
          const bare = await timeByEngine(engine, call);
          stored?.http.push(http);
          stored?.engine.push(bare);
        }
      }
      return buildReport(times, calls);
    } finally {
      await product.stop();
      await engine.stop();
    }
  },
};

async function recordCalls(bench: BenchContext, count: number): Promise<RecordedCalls> {
  const engine = await startFreshEngine(bench);
  const proxy = await startRecordingProxy(engine.endpoint);
  // With roles enforced, every request names its function.
  const flags = ['--enforce-roles'];
  const product = await startProduct({ folder: bench.folder, engine: proxy.endpoint, flags });
  try {
    const samples = buildSampleRequests(product);
    const setup = proxy.take();
    const calls = new Map<OperationName, readonly RecordedCall[]>();
    for (const name of samples.names) {
      bench.progress(`recording ${name}`);
      const endAt = performance.now() + RECORDING_MS;
      const recorded: RecordedCall[] = [];
      while (
        recorded.length < CALLS_MIN ||
        (recorded.length < count && performance.now() < endAt)
      ) {
        const request = await samples.next(name);
        const before = proxy.take();
        await product.requireSuccess(request);
        recorded.push(splitCall(name, before, proxy.take()));
      }
      calls.set(name, recorded);
    }
    return { setup, calls };
  } finally {
    await product.stop();
    await proxy.stop();
    await engine.stop();
  }
}

/** Other functions may have asked during the call: their requests are replayed, but not timed. */
function splitCall(
  name: OperationName,
  before: readonly RecordedRequest[],
  during: readonly RecordedRequest[],
): RecordedCall {
  const { own = [], others = [] } = Object.groupBy(during, (request) =>
    isRequestOf(name, request) ? 'own' : 'others',
  );
  return { before: [...before, ...others], own };
}

async function timeRequest(product: RunningProduct, request: ProductCall): Promise<number> {
  const sentAt = performance.now();
  await product.requireSuccess(request);
  return performance.now() - sentAt;
}

async function timeByEngine(engine: FreshEngine, { before, own }: RecordedCall): Promise<number> {
  await replayRequests(engine.client, before);
  const sentAt = performance.now();
  await replayRequests(engine.client, own);
  return performance.now() - sentAt;
}

function buildReport(
  times: ReadonlyMap<OperationName, LatencySamples>,
  calls: RecordedCalls['calls'],
): string[] {
  const rows = [...times].map(([name, { http, engine }]) => {
    const requestCounts = (calls.get(name) ?? []).map(({ own }) => own.length);
    const requests = computePercentile(requestCounts, 0.5);
    const ratio = computePercentile(http, 0.5) / computePercentile(engine, 0.5);
    return [
      name,
      http.length.toString(),
      requests.toFixed(0),
      ...[http, engine].flatMap(formatPercentiles),
      requests === 0 ? '' : ratio.toFixed(1),
    ];
  });
  return [
    'Each operation over HTTP, one at a time, and its requests to the engine alone, in ms',
    '',
    ...formatTable(
      ['operation', 'calls', 'requests', 'HTTP p50', 'p99', 'engine p50', 'p99', 'ratio of p50'],
      rows,
    ),
  ];
}
