// Whether sealing keeps up with the load on the same cores, and how long a proof takes.
import { setTimeout as sleep } from 'node:timers/promises';
import { openLocalStore } from '../../../commands/verification/connect.ts';
import { readLogHead } from '../../../functions/ledger/evidence/head.ts';
import type { Store } from '../../../functions/ledger/store/store.ts';
import { startProduct } from '../load/running-product.ts';
import type { RunningProduct } from '../load/running-product.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { computePercentile } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { SealedLoad, TENANT } from './sealed-load.ts';

const PER_SECOND = 500;
/** Three runs of sealing, one each minute, so that what is sealed beside the load is not that of one run's start. */
const LOAD_SECONDS = 195;
const SAMPLE_MS = 100;
/** A log that has not grown for so long is not being sealed. */
const IDLE_MS = 3_000;
const DRAIN_SECONDS_MAX = 180;
const PROOFS_MAX = 200;
const PROOFS_SECONDS_MAX = 20;

interface LogSample {
  readonly ms: number;
  readonly size: number;
}

export const sealing: Measurement = {
  name: 'sealing',
  async run(bench) {
    const product = await startProduct({ folder: bench.folder, engine: bench.engine });
    const store = openLocalStore(product.stack.ledger);
    try {
      return await measureSealing(bench, product, store);
    } finally {
      store.documents.destroy();
      await product.stop();
    }
  },
};

async function measureSealing(
  bench: BenchContext,
  product: RunningProduct,
  store: Store,
): Promise<string[]> {
  const load = await SealedLoad.prepare(product);
  bench.progress('writing receipts');
  const samples: LogSample[] = [];
  const loadEnd = new AbortController();
  const sampling = sampleLog(store, samples, loadEnd.signal);
  const startedAt = performance.now();
  await load.run(PER_SECOND, LOAD_SECONDS);
  const loadMs = performance.now() - startedAt;
  loadEnd.abort();
  await sampling;
  const loadSamples = [...samples];
  const backlog = load.written.length - (samples.at(-1)?.size ?? 0);
  bench.progress('draining');
  const drainMs = await waitUntilSealed(store, samples, load.written.length);
  bench.progress('asking for proofs');
  const proofs = await measureProofs(product, load.written);
  const besideLoad = computeSealRate(loadSamples);
  const afterLoad = computeSealRate(samples.slice(loadSamples.length - 1));
  const written = load.written.length;
  return formatReport({ written, loadMs, backlog, drainMs, besideLoad, afterLoad, proofs });
}

async function readSize(store: Store): Promise<number> {
  const head = await readLogHead(store, TENANT);
  return head?.batch?.from ?? head?.size ?? 0;
}

async function sampleLog(store: Store, samples: LogSample[], end: AbortSignal): Promise<void> {
  do {
    samples.push({ ms: performance.now(), size: await readSize(store) });
    await sleep(SAMPLE_MS);
  } while (!end.aborted);
}

/** Milliseconds until everything is sealed. The log has a few receipts more: those of the preparation. */
async function waitUntilSealed(store: Store, samples: LogSample[], count: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const size = await readSize(store);
    samples.push({ ms: performance.now(), size });
    const waitedMs = performance.now() - startedAt;
    if (size >= count) return waitedMs;
    if (waitedMs > DRAIN_SECONDS_MAX * 1_000)
      throw new Error(`Only ${size} of ${count} are sealed.`);
    await sleep(SAMPLE_MS);
  }
}

/** Leaves per second while the log grew, without the pauses between two runs. */
function computeSealRate(samples: readonly LogSample[]): number {
  let busyMs = 0;
  let grown = samples[0];
  for (const sample of samples) {
    if (!grown || sample.size === grown.size) continue;
    busyMs += Math.min(sample.ms - grown.ms, IDLE_MS);
    grown = sample;
  }
  const leaves = (samples.at(-1)?.size ?? 0) - (samples[0]?.size ?? 0);
  return (leaves / busyMs) * 1_000;
}

/** Milliseconds of each request, one after the other. */
async function measureProofs(
  product: RunningProduct,
  written: readonly string[],
): Promise<number[]> {
  const durations: number[] = [];
  const endsAt = performance.now() + PROOFS_SECONDS_MAX * 1_000;
  for (let proof = 0; proof < PROOFS_MAX && performance.now() < endsAt; proof += 1) {
    // Of all times of the load, however few proofs there is time for.
    const id = written[(proof * 7_919) % written.length] ?? '';
    const sentAt = performance.now();
    await product.requireSuccess({
      api: 'workbench',
      method: 'GET',
      path: `/api/evidence/proofs/${id}`,
      permission: 'audit.read',
    });
    durations.push(performance.now() - sentAt);
  }
  return durations;
}

interface SealingFigures {
  readonly written: number;
  readonly loadMs: number;
  readonly backlog: number;
  readonly drainMs: number;
  /** Leaves per second while sealing ran. */
  readonly besideLoad: number;
  readonly afterLoad: number;
  readonly proofs: readonly number[];
}

function formatReport(figures: SealingFigures): string[] {
  const { written, loadMs, backlog, drainMs, besideLoad, afterLoad, proofs } = figures;
  const isKept = besideLoad >= PER_SECOND;
  const percentile = (share: number) => computePercentile(proofs, share).toFixed(1);
  return [
    'Receipts with their journal entries, written into the tables of the running product, which seals them every minute',
    '',
    ...formatTable(
      ['', 'figure'],
      [
        ['receipts written', String(written)],
        ['written per second', (written / (loadMs / 1_000)).toFixed(0)],
        ['sealed per second beside the load, while sealing', besideLoad.toFixed(0)],
        ['sealed per second after the load', afterLoad.toFixed(0)],
        ['not sealed when the load ended', String(backlog)],
        ['seconds until all were sealed', (drainMs / 1_000).toFixed(1)],
        ['proofs of entries over HTTP', String(proofs.length)],
        ['proof of an entry over HTTP, p50 ms', percentile(0.5)],
        ['proof of an entry over HTTP, p99 ms', percentile(0.99)],
      ],
    ),
    '',
    `Aim: sealing at least ${PER_SECOND} a second beside the load: ${formatTargetVerdict(isKept)}.`,
  ];
}
