// Transfers per second over HTTP beside the engine's own rate for the very same requests.
import type { Bench, Measurement } from '../report/measurement.ts';
import { recordTransfers } from '../load/recorded-transfers.ts';
import { measureSlice } from '../load/slice.ts';
import type { Level, Turn } from '../load/slice.ts';
import { median, percentile, ratios, spread } from '../report/statistics.ts';
import { textTable, verdict } from '../report/text-table.ts';
import { throughputPlots } from '../report/throughput-plots.ts';
import { startEngineSide, startHttpSide, startSdkSide } from '../load/transfer-sides.ts';
import type { Side } from '../load/transfer-sides.ts';

const LEVELS: readonly Level[] = [
  { clients: 1, transfers: 2 },
  { clients: 8, transfers: 6 },
  { clients: 32, transfers: 6 },
];
// Four threads serve postings, and each learns its code for some two hundred calls.
const WARM_UP: Level = { clients: 8, transfers: 100 };
const SLICES_PER_ROUND = 2;
const PLAN = { lanes: 32, accountsPerLane: 6 };
const AIM = { clients: 8, ratio: 0.7 };

type Sides = Readonly<Record<'http' | 'sdk' | 'engine', Side>>;

export const throughput: Measurement = {
  name: 'throughput',
  async run(bench) {
    bench.progress('recording transfers');
    const slices = bench.rounds * SLICES_PER_ROUND;
    const perSlice = LEVELS.reduce((sum, { transfers }) => sum + transfers, 0);
    const plan = { ...PLAN, transfersPerLane: WARM_UP.transfers + slices * perSlice };
    const recorded = await recordTransfers(bench, plan);
    const sides: Sides = {
      http: await startHttpSide(bench, plan),
      sdk: await startSdkSide(bench, recorded),
      engine: await startEngineSide(bench, recorded),
    };
    try {
      const turns = await takeTurns(bench, slices, sides);
      for (const plot of throughputPlots(turns)) bench.plot(plot);
      return report(turns, recorded.requestsPerTransfer);
    } finally {
      for (const side of Object.values(sides)) await side.stop();
    }
  },
};

// Short slices that take turns: what else the machine does disturbs all sides alike, and all have
// the same history, which matters because some engines grow slower with what they hold.
async function takeTurns(bench: Bench, slices: number, sides: Sides): Promise<Turn[]> {
  bench.progress('warming up');
  for (const side of Object.values(sides)) await measureSlice(side, WARM_UP);
  const turns: Turn[] = [];
  for (let slice = 1; slice <= slices; slice += 1) {
    for (const level of LEVELS) {
      bench.progress(`slice ${slice} of ${slices}, ${level.clients} clients`);
      turns.push({
        clients: level.clients,
        http: await measureSlice(sides.http, level),
        sdk: await measureSlice(sides.sdk, level),
        engine: await measureSlice(sides.engine, level),
      });
    }
  }
  return turns;
}

function report(turns: readonly Turn[], asked: number): string[] {
  const levels = [...Map.groupBy(turns, ({ clients }) => clients)];
  const reached = median(ratioTo('engine', new Map(levels).get(AIM.clients) ?? []));
  return [
    'Transfers over HTTP, and the requests they cause, sent by a bare SDK client and by none at all',
    '',
    ...textTable(
      ['clients', 'HTTP/s', 'SDK/s', 'engine/s', 'HTTP/SDK', 'HTTP/engine'],
      levels.map(([clients, own]) => rateRow(clients, own)),
    ),
    '',
    ...textTable(
      ['clients', 'HTTP p50 ms', 'p99', 'SDK p50 ms', 'p99', 'engine p50 ms', 'p99'],
      levels.map(([clients, own]) => timeRow(clients, own)),
    ),
    '',
    ...textTable(
      ['CPU ms each', 'product', 'its engine', 'client', 'SDK', 'its engine', 'engine alone'],
      levels.map(([clients, own]) => cpuRow(clients, own)),
    ),
    '',
    `${PLAN.lanes * PLAN.accountsPerLane} accounts; ${asked.toFixed(2)} requests to the engine for each transfer.`,
    `Aim: HTTP/engine at least ${AIM.ratio} at ${AIM.clients} clients: ${verdict(reached >= AIM.ratio)}.`,
  ];
}

function rateRow(clients: number, turns: readonly Turn[]): string[] {
  const rates = [turns.map(({ http }) => http), turns.map(({ sdk }) => sdk)];
  return [
    String(clients),
    ...[...rates, turns.map(({ engine }) => engine)].map((slices) =>
      spread(slices.map(({ perSecond }) => perSecond)),
    ),
    spread(ratioTo('sdk', turns), 2),
    spread(ratioTo('engine', turns), 2),
  ];
}

function ratioTo(side: 'sdk' | 'engine', turns: readonly Turn[]): number[] {
  return ratios(
    turns.map(({ http }) => http.perSecond),
    turns.map((turn) => turn[side].perSecond),
  );
}

function timeRow(clients: number, turns: readonly Turn[]): string[] {
  const times = (['http', 'sdk', 'engine'] as const).map((side) =>
    turns.flatMap((turn) => turn[side].durations),
  );
  const figures = times.flatMap((durations) =>
    [0.5, 0.99].map((share) => percentile(durations, share).toFixed(1)),
  );
  return [String(clients), ...figures];
}

function cpuRow(clients: number, turns: readonly Turn[]): string[] {
  const columns = [
    turns.map(({ http }) => http.cpu.product),
    turns.map(({ http }) => http.cpu.engine),
    turns.map(({ http }) => http.cpu.client),
    turns.map(({ sdk }) => sdk.cpu.client),
    turns.map(({ sdk }) => sdk.cpu.engine),
    turns.map(({ engine }) => engine.cpu.engine),
  ];
  return [`${clients} clients`, ...columns.map((values) => median(values).toFixed(2))];
}
