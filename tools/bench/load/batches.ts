// Journal entries per second in batches, beside the engine's own rate for the same requests.
import type { BenchContext, Measurement } from '../report/measurement.ts';
import {
  computeMedian,
  computePercentile,
  computeRatios,
  formatSpread,
} from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { measureSlice } from './load-slice.ts';
import type { LoadLevel, LoadSlice } from './load-slice.ts';
import { recordTransfers } from './recorded-transfers.ts';
import { startEngineSide, startHttpSide, startSdkSide } from './transfer-sides.ts';
import type { TransferSide } from './transfer-sides.ts';

/** As many as one request may post. */
const ENTRIES = 25;
const LEVEL: LoadLevel = { clients: 8, transfers: 3 };
const WARM_UP: LoadLevel = { clients: 8, transfers: 25 };
const SLICES_PER_ROUND = 3;
const PLAN = { lanes: 8, accountsPerLane: 6, entriesPerRequest: ENTRIES };
const ENTRIES_TARGET = 1_500;

const TITLES = { http: 'over HTTP', sdk: 'SDK', engine: 'engine alone' } as const;

type BatchSideName = keyof typeof TITLES;

const NAMES = Object.keys(TITLES) as BatchSideName[];

type BatchTurn = Readonly<Record<BatchSideName, LoadSlice>>;

export const batches: Measurement = {
  name: 'batches',
  async run(bench) {
    bench.progress('recording batches');
    const slices = bench.rounds * SLICES_PER_ROUND;
    const plan = { ...PLAN, transfersPerLane: WARM_UP.transfers + slices * LEVEL.transfers };
    const recorded = await recordTransfers(bench, plan);
    const sides = {
      http: await startHttpSide(bench, plan),
      sdk: await startSdkSide(bench, recorded),
      engine: await startEngineSide(bench, recorded),
    };
    try {
      return buildReport(await measureBatchTurns(bench, slices, sides));
    } finally {
      for (const side of Object.values(sides)) await side.stop();
    }
  },
};

async function measureBatchTurns(
  bench: BenchContext,
  slices: number,
  sides: Readonly<Record<BatchSideName, TransferSide>>,
): Promise<BatchTurn[]> {
  bench.progress('warming up');
  for (const name of NAMES) await measureSlice(sides[name], WARM_UP);
  const turns: BatchTurn[] = [];
  for (let slice = 1; slice <= slices; slice += 1) {
    bench.progress(`slice ${slice} of ${slices}`);
    turns.push({
      http: await measureSlice(sides.http, LEVEL),
      sdk: await measureSlice(sides.sdk, LEVEL),
      engine: await measureSlice(sides.engine, LEVEL),
    });
  }
  return turns;
}

function buildReport(turns: readonly BatchTurn[]): string[] {
  const rate = computeMedian(listEntryRates(turns, 'http'));
  const bound = computeMedian(listEntryRates(turns, 'engine'));
  return [
    `Journal entries in batches of ${ENTRIES}, ${LEVEL.clients} clients, each on ${PLAN.accountsPerLane} accounts of its own`,
    '',
    ...formatTable(
      ['', 'entries/s', 'to the engine alone', 'batch p50 ms', 'p99', 'CPU ms an entry', 'engine'],
      NAMES.map((name) => buildBatchRow(name, turns)),
    ),
    '',
    'CPU ms of the product, or of the client that stands in for it, and of its engine.',
    `Aim: at least ${ENTRIES_TARGET} entries a second: ${formatTargetVerdict(rate >= ENTRIES_TARGET)}; the engine alone makes ${bound.toFixed(0)}.`,
  ];
}

function listEntryRates(turns: readonly BatchTurn[], name: BatchSideName): number[] {
  return turns.map((turn) => turn[name].perSecond * ENTRIES);
}

function buildBatchRow(name: BatchSideName, turns: readonly BatchTurn[]): string[] {
  const rates = listEntryRates(turns, name);
  const durations = turns.flatMap((turn) => turn[name].durations);
  const measured = name === 'http' ? 'product' : 'client';
  return [
    TITLES[name],
    formatSpread(rates),
    formatSpread(computeRatios(rates, listEntryRates(turns, 'engine')), 2),
    ...[0.5, 0.99].map((share) => computePercentile(durations, share).toFixed(1)),
    ...([measured, 'engine'] as const).map((process) =>
      (computeMedian(turns.map((turn) => turn[name].cpu[process])) / ENTRIES).toFixed(2),
    ),
  ];
}
