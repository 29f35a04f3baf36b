// How long each operation takes over HTTP, one after another, beside its requests to the engine alone.
import type { OperationName } from '../../functions/operations.ts';
import { replay, startFreshEngine } from './fresh-engine.ts';
import type { FreshEngine } from './fresh-engine.ts';
import type { Bench, Measurement } from './measurement.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import type { RecordedRequest } from './recording-proxy.ts';
import { sampleRequests } from './sample-requests.ts';
import type { SampleRequests } from './sample-requests.ts';
import { percentile } from './statistics.ts';
import { textTable } from './text-table.ts';

const WARM_UP_PASSES = 20;
const PASSES_PER_ROUND = 40;

/** The engine's part of one pass over all operations. */
type RecordedPass = ReadonlyMap<OperationName, RecordedOperation>;

interface RecordedOperation {
  /** What had to be made before. */
  readonly before: readonly RecordedRequest[];
  readonly own: readonly RecordedRequest[];
}

interface Recording {
  readonly setup: readonly RecordedRequest[];
  readonly passes: readonly RecordedPass[];
}

interface Times {
  readonly http: number[];
  readonly engine: number[];
}

export const latency: Measurement = {
  name: 'latency',
  async run(bench) {
    const count = WARM_UP_PASSES + bench.rounds * PASSES_PER_ROUND;
    bench.progress('recording operations');
    const { setup, passes } = await record(bench, count);
    const product = await startProduct({ folder: bench.folder, engine: bench.engine });
    const engine = await startFreshEngine(bench);
    try {
      for (const request of setup) await engine.client.demand(request);
      const samples = sampleRequests(product);
      const times = new Map(samples.names.map((name): [OperationName, Times] => [name, noTimes()]));
      for (const [index, pass] of passes.entries()) {
        bench.progress(`pass ${index + 1} of ${count}`);
        const kept = index < WARM_UP_PASSES ? undefined : times;
        await passOverHttp(product, samples, kept);
        await passByEngine(engine, pass, kept);
      }
      return report(times, passes);
    } finally {
      await product.stop();
      await engine.stop();
    }
  },
};

function noTimes(): Times {
  return { http: [], engine: [] };
}

async function record(bench: Bench, count: number): Promise<Recording> {
  const engine = await startFreshEngine(bench);
  const proxy = await startRecordingProxy(engine.endpoint);
  // What follows the streams would be recorded as the doing of whichever operation runs.
  const flags = ['--no-streams'];
  const product = await startProduct({ folder: bench.folder, engine: proxy.endpoint, flags });
  try {
    const samples = sampleRequests(product);
    const setup = proxy.take();
    const passes: RecordedPass[] = [];
    for (let pass = 0; pass < count; pass += 1) {
      const recorded = new Map<OperationName, RecordedOperation>();
      for (const name of samples.names) {
        const request = await samples.next(name);
        const before = proxy.take();
        await product.demand(request);
        recorded.set(name, { before, own: proxy.take() });
      }
      passes.push(recorded);
    }
    return { setup, passes };
  } finally {
    await product.stop();
    await proxy.stop();
    await engine.stop();
  }
}

async function passOverHttp(
  product: Product,
  samples: SampleRequests,
  times: ReadonlyMap<OperationName, Times> | undefined,
): Promise<void> {
  for (const name of samples.names) {
    const request = await samples.next(name);
    const sentAt = performance.now();
    await product.demand(request);
    times?.get(name)?.http.push(performance.now() - sentAt);
  }
}

async function passByEngine(
  engine: FreshEngine,
  pass: RecordedPass,
  times: ReadonlyMap<OperationName, Times> | undefined,
): Promise<void> {
  for (const [name, { before, own }] of pass) {
    await replay(engine.client, before);
    const sentAt = performance.now();
    await replay(engine.client, own);
    times?.get(name)?.engine.push(performance.now() - sentAt);
  }
}

function report(
  times: ReadonlyMap<OperationName, Times>,
  passes: readonly RecordedPass[],
): string[] {
  const rows = [...times].map(([name, { http, engine }]) => {
    const asked = passes.map((pass) => pass.get(name)?.own.length ?? 0);
    const ratio = percentile(http, 0.5) / percentile(engine, 0.5);
    return [
      name,
      percentile(asked, 0.5).toFixed(0),
      ...[http, engine].flatMap((values) =>
        [0.5, 0.99].map((share) => percentile(values, share).toFixed(1)),
      ),
      ratio.toFixed(1),
    ];
  });
  return [
    'Each operation over HTTP, one at a time, and its requests to the engine alone, in ms',
    '',
    ...textTable(
      ['operation', 'requests', 'HTTP p50', 'p99', 'engine p50', 'p99', 'ratio of p50'],
      rows,
    ),
  ];
}
