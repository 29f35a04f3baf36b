// Journal entries per second in batches, beside the engine's own rate for the same requests.
import type { BenchContext, Measurement } from '../report/measurement.ts';
import {
  computeMedian,
  computeRatios,
  formatPercentiles,
  formatSpread,
} from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { compareSides, measureTurn } from './compared-sides.ts';
import type { ComparedSideName, ComparedSides, MeasuredTurn } from './compared-sides.ts';
import type { LoadLevel } from '../load/load-slice.ts';

/** As many as one request may post. */
const ENTRIES = 25;
const LEVEL: LoadLevel = { clients: 8, transfers: 3 };
const WARM_UP: LoadLevel = { clients: 8, transfers: 25 };
const SLICES_PER_ROUND = 3;
const PLAN = { lanes: 8, accountsPerLane: 6, entriesPerRequest: ENTRIES };
const ENTRIES_TARGET = 1_500;

const TITLES = { http: 'over HTTP', sdk: 'SDK', engine: 'engine alone' } as const satisfies Record<
  ComparedSideName,
  string
>;

const NAMES = Object.keys(TITLES) as ComparedSideName[];

export const batches: Measurement = {
  name: 'batches',
  run: (bench) => {
    const slices = bench.rounds * SLICES_PER_ROUND;
    const plan = { ...PLAN, transfersPerLane: WARM_UP.transfers + slices * LEVEL.transfers };
    return compareSides(bench, plan, async ({ sides }) =>
      buildReport(await measureTurns(bench, slices, sides)),
    );
  },
};

async function measureTurns(
  bench: BenchContext,
  slices: number,
  sides: ComparedSides,
): Promise<MeasuredTurn[]> {
  bench.progress('warming up');
  await measureTurn(sides, WARM_UP);
  const turns: MeasuredTurn[] = [];
  for (let slice = 1; slice <= slices; slice += 1) {
    bench.progress(`slice ${slice} of ${slices}`);
    turns.push(await measureTurn(sides, LEVEL));
  }
  return turns;
}

function buildReport(turns: readonly MeasuredTurn[]): string[] {
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

function listEntryRates(turns: readonly MeasuredTurn[], name: ComparedSideName): number[] {
  return turns.map((turn) => turn[name].perSecond * ENTRIES);
}

function buildBatchRow(name: ComparedSideName, turns: readonly MeasuredTurn[]): string[] {
  const rates = listEntryRates(turns, name);
  const durations = turns.flatMap((turn) => turn[name].durations);
  const measured = name === 'http' ? 'product' : 'client';
  return [
    TITLES[name],
    formatSpread(rates),
    formatSpread(computeRatios(rates, listEntryRates(turns, 'engine')), 2),
    ...formatPercentiles(durations),
    ...([measured, 'engine'] as const).map((process) =>
      (computeMedian(turns.map((turn) => turn[name].cpu[process])) / ENTRIES).toFixed(2),
    ),
  ];
}
