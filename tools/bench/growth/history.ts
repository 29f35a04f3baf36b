// The rate and latency of transfers, the memory, and the work at rest, of a ledger that grows.
import { setTimeout as sleep } from 'node:timers/promises';
import { measureSlice } from '../load/load-slice.ts';
import type { LoadLevel, LoadSlice } from '../load/load-slice.ts';
import { readCpuMs, readResidentMegabytes } from '../load/processes.ts';
import { callEveryOperation } from '../load/sample-requests.ts';
import { startHttpSide } from '../load/transfer-sides.ts';
import type { ProductSide, TransferSide } from '../load/transfer-sides.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import {
  computeMedian,
  computeRatios,
  formatPercentiles,
  formatSpread,
} from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';

const MARKS = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];
const ACCOUNTS = { lanes: 32, accountsPerLane: 6 };
const SLICE: LoadLevel = { clients: 8, transfers: 6 };
const REST_MS = 5_000;
/** After 15,000 transfers without a pause the projector needs some ten seconds to catch up. */
const SETTLE_MS = 30_000;
const TARGET = { ratio: 0.9, megabytes: 700 };

interface HistoryPoint {
  /** The transfers posted before. */
  readonly transfers: number;
  readonly old: readonly LoadSlice[];
  /** In turns with the old one: a product that has posted the first mark and these turns. */
  readonly young: readonly LoadSlice[];
  /** Milliseconds of CPU time of all processes in a second without requests. */
  readonly rest: OfBoth;
  /** Resident megabytes of all processes after that second. */
  readonly resident: OfBoth;
}

interface OfBoth {
  readonly old: number;
  readonly young: number;
}

export const history: Measurement = {
  name: 'history',
  async run(bench) {
    const last = bench.historyTransfers;
    const marks = [...MARKS.filter((mark) => mark < last), last];
    const [first = last] = marks;
    const slices = marks.length * bench.rounds;
    bench.progress('opening accounts');
    const old = await startHttpSide(bench, buildPlan(last, slices));
    const young = await startHttpSide(bench, buildPlan(first, slices));
    try {
      await measureSlice(young, buildGrowth(first));
      const points: HistoryPoint[] = [];
      let posted = 0;
      for (const mark of marks) {
        bench.progress(`${mark} transfers`);
        posted += await growTo(old, mark - posted);
        const point = await measurePoint(bench, posted, old, young);
        points.push(point);
        posted += countTransfers(point.old);
      }
      plotPoints(bench, points);
      bench.progress('every operation');
      for (const { product } of [old, young]) await callEveryOperation(product);
      await sleep(REST_MS);
      return buildReport(points, measureResident(old, young));
    } finally {
      await old.stop();
      await young.stop();
    }
  },
};

function buildPlan(transfers: number, slices: number) {
  const perLane = Math.ceil(transfers / ACCOUNTS.lanes) + 1;
  return { ...ACCOUNTS, transfersPerLane: perLane + slices * SLICE.transfers };
}

function buildGrowth(transfers: number): LoadLevel {
  return { clients: SLICE.clients, transfers: Math.ceil(transfers / ACCOUNTS.lanes) };
}

async function growTo(side: TransferSide, missing: number): Promise<number> {
  if (missing <= 0) return 0;
  return countTransfers([await measureSlice(side, buildGrowth(missing))]);
}

function countTransfers(slices: readonly LoadSlice[]): number {
  return slices.reduce((sum, { durations }) => sum + durations.length, 0);
}

async function measurePoint(
  bench: BenchContext,
  transfers: number,
  old: ProductSide,
  young: ProductSide,
): Promise<HistoryPoint> {
  // The consumers of the streams catch up first.
  await sleep(SETTLE_MS);
  const rest = await measureRest(old, young);
  const resident = measureResident(old, young);
  const ofOld: LoadSlice[] = [];
  const ofYoung: LoadSlice[] = [];
  for (let round = 1; round <= bench.rounds; round += 1) {
    // Either goes first in every other round: what follows a slice burdens the next one.
    const isOldFirst = round % 2 === 1;
    if (isOldFirst) ofOld.push(await measureSlice(old, SLICE));
    ofYoung.push(await measureSlice(young, SLICE));
    if (!isOldFirst) ofOld.push(await measureSlice(old, SLICE));
  }
  return { transfers, old: ofOld, young: ofYoung, rest, resident };
}

function measureResident(old: TransferSide, young: TransferSide): OfBoth {
  const read = (side: TransferSide) => readResidentMegabytes(listPids(side));
  return { old: read(old), young: read(young) };
}

async function measureRest(old: TransferSide, young: TransferSide): Promise<OfBoth> {
  const used = () => [old, young].map((side) => readCpuMs(listPids(side)));
  const before = used();
  await sleep(REST_MS);
  const [ofOld = 0, ofYoung = 0] = used().map(
    (after, index) => ((after - (before[index] ?? 0)) / REST_MS) * 1_000,
  );
  return { old: ofOld, young: ofYoung };
}

function listPids({ productPids, enginePids }: TransferSide): number[] {
  return [...productPids, ...enginePids];
}

function plotPoints(bench: BenchContext, points: readonly HistoryPoint[]): void {
  const rates = (side: 'old' | 'young') =>
    points.map((point) => computeMedian(point[side].map(({ perSecond }) => perSecond)));
  bench.plot({
    title: 'Transfers per second over history, 8 clients',
    across: 'transfers before',
    unit: 'transfers per second',
    categories: points.map(({ transfers }) => transfers.toLocaleString('en')),
    series: [
      { name: 'growing', values: rates('old') },
      { name: 'young', values: rates('young') },
    ],
  });
}

function buildReport(points: readonly HistoryPoint[], afterAll: OfBoth): string[] {
  const reached = computeMedian(compareRates(points.at(-1)));
  return [
    'Transfers over HTTP of a ledger that grows, in turns with one that stays young; 8 clients',
    '',
    ...formatRates(points),
    '',
    ...formatTimesAndMemory(points),
    '',
    'CPU ms of a transfer: the product without its engine, and the engine; of a second at rest: both. Resident at rest: both.',
    `Resident at rest after each operation was called once: ${afterAll.old.toFixed(0)} MB, young ${afterAll.young.toFixed(0)} MB.`,
    `Aim: at the end at least ${TARGET.ratio} of the young one: ${formatTargetVerdict(reached >= TARGET.ratio)}.`,
    `Aim: then resident at most ${TARGET.megabytes} MB: ${formatTargetVerdict(afterAll.old <= TARGET.megabytes)}.`,
  ];
}

function formatRates(points: readonly HistoryPoint[]): string[] {
  const columns = ['growing/s', 'young/s', 'ratio', 'product', 'young', 'engine', 'young'];
  return formatTable(
    ['transfers', ...columns, 'rest', 'young'],
    points.map((point) => [
      point.transfers.toLocaleString('en'),
      formatSpread(point.old.map(({ perSecond }) => perSecond)),
      formatSpread(point.young.map(({ perSecond }) => perSecond)),
      formatSpread(compareRates(point), 2),
      ...(['product', 'engine'] as const).flatMap((part) => [
        formatCpu(point.old, part),
        formatCpu(point.young, part),
      ]),
      point.rest.old.toFixed(0),
      point.rest.young.toFixed(0),
    ]),
  );
}

function formatTimesAndMemory(points: readonly HistoryPoint[]): string[] {
  return formatTable(
    ['transfers', 'p50 ms', 'p99', 'young p50', 'p99', 'resident MB', 'young'],
    points.map((point) => [
      point.transfers.toLocaleString('en'),
      ...[point.old, point.young].flatMap((slices) =>
        formatPercentiles(slices.flatMap(({ durations }) => durations)),
      ),
      point.resident.old.toFixed(0),
      point.resident.young.toFixed(0),
    ]),
  );
}

function compareRates(point: HistoryPoint | undefined): number[] {
  return computeRatios(
    (point?.old ?? []).map(({ perSecond }) => perSecond),
    (point?.young ?? []).map(({ perSecond }) => perSecond),
  );
}

function formatCpu(slices: readonly LoadSlice[], part: 'product' | 'engine'): string {
  return computeMedian(slices.map(({ cpu }) => cpu[part])).toFixed(1);
}
