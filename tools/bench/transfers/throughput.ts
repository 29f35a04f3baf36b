// Transfers per second over HTTP beside the engine's own rate for the same requests.
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { compareSides, measureTurn } from './compared-sides.ts';
import type { ComparedSides, MeasuredTurn } from './compared-sides.ts';
import type { LoadLevel } from '../load/load-slice.ts';
import {
  computeMedian,
  computeRatios,
  formatPercentiles,
  formatSpread,
} from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { buildThroughputPlots } from './throughput-plots.ts';

const LEVELS: readonly LoadLevel[] = [
  { clients: 1, transfers: 2 },
  { clients: 8, transfers: 6 },
  { clients: 32, transfers: 6 },
];
// Four threads serve postings, and each warms up for some two hundred calls.
const WARM_UP: LoadLevel = { clients: 8, transfers: 100 };
const SLICES_PER_ROUND = 2;
const PLAN = { lanes: 32, accountsPerLane: 6 };
const TARGET = { clients: 8, ratio: 0.7, sdkCpu: 2.2 };
const RATE_TARGET = { clients: 32, perSecond: 250 };

export const throughput: Measurement = {
  name: 'throughput',
  run: (bench) => {
    const slices = bench.rounds * SLICES_PER_ROUND;
    const perSlice = LEVELS.reduce((sum, { transfers }) => sum + transfers, 0);
    const plan = { ...PLAN, transfersPerLane: WARM_UP.transfers + slices * perSlice };
    return compareSides(bench, plan, async ({ sides, requestsPerTransfer }) => {
      const turns = await measureTurns(bench, slices, sides);
      for (const plot of buildThroughputPlots(turns)) bench.plot(plot);
      return buildReport(turns, requestsPerTransfer);
    });
  },
};

// Short slices take turns, so that other load affects all sides alike and all have the same
// history: some engines get slower as they grow.
async function measureTurns(
  bench: BenchContext,
  slices: number,
  sides: ComparedSides,
): Promise<MeasuredTurn[]> {
  bench.progress('warming up');
  await measureTurn(sides, WARM_UP);
  const turns: MeasuredTurn[] = [];
  for (let slice = 1; slice <= slices; slice += 1) {
    for (const level of LEVELS) {
      bench.progress(`slice ${slice} of ${slices}, ${level.clients} clients`);
      turns.push(await measureTurn(sides, level));
    }
  }
  return turns;
}

function buildReport(turns: readonly MeasuredTurn[], requestsPerTransfer: number): string[] {
  const levels = [...Map.groupBy(turns, ({ clients }) => clients)];
  const compared = new Map(levels).get(TARGET.clients) ?? [];
  const reached = computeMedian(compareRates('engine', compared));
  const cpuRatios = compareCpu(compared);
  const rates = (new Map(levels).get(RATE_TARGET.clients) ?? []).map(({ http }) => http.perSecond);
  return [
    'Transfers over HTTP, and the requests they cause, sent by a bare SDK client and by none at all',
    '',
    ...formatTable(
      ['clients', 'HTTP/s', 'SDK/s', 'engine/s', 'HTTP/SDK', 'HTTP/engine'],
      levels.map(([clients, own]) => buildRateRow(clients, own)),
    ),
    '',
    ...formatTable(
      ['clients', 'HTTP p50 ms', 'p99', 'SDK p50 ms', 'p99', 'engine p50 ms', 'p99'],
      levels.map(([clients, own]) => buildTimeRow(clients, own)),
    ),
    '',
    ...formatTable(
      [
        'CPU ms each',
        'product',
        'posting',
        'its engine',
        'client',
        'SDK',
        'its engine',
        'engine alone',
      ],
      levels.map(([clients, own]) => buildCpuRow(clients, own)),
    ),
    '',
    `${PLAN.lanes * PLAN.accountsPerLane} accounts; ${requestsPerTransfer.toFixed(2)} requests to the engine for each transfer.`,
    'Posting: the share of the product that is in the threads of the function; AWS bills it and no more.',
    `Product/SDK by CPU at ${TARGET.clients} clients: ${formatSpread(cpuRatios, 2)}. Aim: at most ${TARGET.sdkCpu}: ${formatTargetVerdict(computeMedian(cpuRatios) <= TARGET.sdkCpu)}.`,
    `Aim: at ${RATE_TARGET.clients} clients at least ${RATE_TARGET.perSecond} transfers a second on two cores: ${formatTargetVerdict(computeMedian(rates) >= RATE_TARGET.perSecond)}.`,
    `Aim: HTTP/engine at least ${TARGET.ratio} at ${TARGET.clients} clients: ${formatTargetVerdict(reached >= TARGET.ratio)}.`,
  ];
}

function compareCpu(turns: readonly MeasuredTurn[]): number[] {
  return computeRatios(
    turns.map(({ http }) => http.cpu.product),
    turns.map(({ sdk }) => sdk.cpu.client),
  );
}

function buildRateRow(clients: number, turns: readonly MeasuredTurn[]): string[] {
  const rates = [turns.map(({ http }) => http), turns.map(({ sdk }) => sdk)];
  return [
    String(clients),
    ...[...rates, turns.map(({ engine }) => engine)].map((slices) =>
      formatSpread(slices.map(({ perSecond }) => perSecond)),
    ),
    formatSpread(compareRates('sdk', turns), 2),
    formatSpread(compareRates('engine', turns), 2),
  ];
}

function compareRates(side: 'sdk' | 'engine', turns: readonly MeasuredTurn[]): number[] {
  return computeRatios(
    turns.map(({ http }) => http.perSecond),
    turns.map((turn) => turn[side].perSecond),
  );
}

function buildTimeRow(clients: number, turns: readonly MeasuredTurn[]): string[] {
  const times = (['http', 'sdk', 'engine'] as const).map((side) =>
    turns.flatMap((turn) => turn[side].durations),
  );
  return [String(clients), ...times.flatMap(formatPercentiles)];
}

function buildCpuRow(clients: number, turns: readonly MeasuredTurn[]): string[] {
  const columns = [
    turns.map(({ http }) => http.cpu.product),
    turns.map(({ http }) => http.cpu.posting),
    turns.map(({ http }) => http.cpu.engine),
    turns.map(({ http }) => http.cpu.client),
    turns.map(({ sdk }) => sdk.cpu.client),
    turns.map(({ sdk }) => sdk.cpu.engine),
    turns.map(({ engine }) => engine.cpu.engine),
  ];
  return [`${clients} clients`, ...columns.map((values) => computeMedian(values).toFixed(2))];
}
