// Transfers from one account that many clients send at once, without and with combining (ADR 125), beside transfers
// that share no account.
import { randomUUID } from 'node:crypto';
import { runClosedLoop } from '../load/closed-loop.ts';
import type { LoopMeasurements } from '../load/closed-loop.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { buildPercentilePlot } from '../report/percentile-plot.ts';
import { listProcessFamily, readCpuMs } from '../load/processes.ts';
import { startProduct } from '../load/running-product.ts';
import type { RunningProduct } from '../load/running-product.ts';
import {
  computeMedian,
  computePercentile,
  computeRatios,
  formatPercentiles,
  formatSpread,
} from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { buildTransferRequest, openFundedAccount } from '../load/transfers.ts';

interface Level {
  readonly clients: number;
  /** Transfers of each client in a round. */
  readonly transfers: number;
}

const LEVELS: readonly Level[] = [
  { clients: 8, transfers: 60 },
  { clients: 64, transfers: 15 },
];
// Four threads serve postings, and each gets faster for some three hundred calls.
const WARM_UP: Level = { clients: 64, transfers: 20 };
const TARGET = { clients: 64, ratio: 5, p99Ms: 2_000 };

/** Whose transfers meet: those of all clients on one account, or none. */
const SIDES = {
  separate: { combining: false, isShared: false },
  alone: { combining: false, isShared: true },
  combined: { combining: true, isShared: true },
} as const;

const TITLES = {
  separate: 'separate accounts',
  alone: 'one account, each alone',
  combined: 'one account, combined',
} as const satisfies Record<HotSideName, string>;

type HotSideName = keyof typeof SIDES;

const NAMES = Object.keys(SIDES) as HotSideName[];

interface Slice extends LoopMeasurements {
  /** Transfers that were given up: nothing was recorded. */
  readonly busy: number;
  /** Milliseconds of processor time for each transfer, of the product and its engine. */
  readonly cpuMs: number;
}

type Turn = Level & Readonly<Record<HotSideName, Slice>>;

/** A product, and accounts of which each client pays into one of its own. */
interface Side {
  readonly product: RunningProduct;
  readonly payers: readonly string[];
  readonly payees: readonly string[];
}

export const hotAccounts: Measurement = {
  name: 'hot-accounts',
  async run(bench) {
    const products = new Map<boolean, RunningProduct>();
    try {
      for (const combining of [false, true]) {
        bench.progress('starting');
        const flags = ['--setting', `combining=${combining}`];
        const { folder, engine } = bench;
        products.set(combining, await startProduct({ folder, engine, flags }));
      }
      const turns = await measureTurns(bench, products);
      const { clients } = TARGET;
      bench.plot(
        buildPercentilePlot(`Transfers of ${clients} clients`, buildTimes(turns, clients)),
      );
      return buildReport(turns);
    } finally {
      for (const product of products.values()) await product.stop();
    }
  },
};

async function measureTurns(
  bench: BenchContext,
  products: ReadonlyMap<boolean, RunningProduct>,
): Promise<Turn[]> {
  const sides = new Map<HotSideName, Side>();
  for (const name of NAMES) {
    bench.progress(`warming up ${name}`);
    const side = await prepareSide(products, SIDES[name]);
    sides.set(name, side);
    await measureSlice({ ...side, payers: side.payees }, WARM_UP);
  }
  const turns: Turn[] = [];
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const level of LEVELS) {
      const slices = new Map<HotSideName, Slice>();
      for (const [name, side] of sides) {
        bench.progress(`round ${round} of ${bench.rounds}, ${level.clients} clients, ${name}`);
        await side.product.renewTokens();
        slices.set(name, await measureSlice(side, level));
      }
      turns.push({ ...level, ...(Object.fromEntries(slices) as Record<HotSideName, Slice>) });
    }
  }
  return turns;
}

async function prepareSide(
  products: ReadonlyMap<boolean, RunningProduct>,
  { combining, isShared }: (typeof SIDES)[HotSideName],
): Promise<Side> {
  const product = products.get(combining) as RunningProduct;
  const open = (count: number) =>
    Promise.all(Array.from({ length: count }, () => openFundedAccount(product)));
  const count = Math.max(...LEVELS.map(({ clients }) => clients));
  return { product, payees: await open(count), payers: await open(isShared ? 1 : count) };
}

async function measureSlice(
  { product, payers, payees }: Side,
  { clients, transfers }: Level,
): Promise<Slice> {
  const lanes = Array.from({ length: clients }, (_, client) => {
    // While the side warms up, each account pays to the next.
    const payer = payers[client % payers.length] ?? '';
    const payee = payees[payer === payees[client] ? (client + 1) % payees.length : client] ?? '';
    return Array.from({ length: transfers }, () =>
      buildTransferRequest(payer, payee, randomUUID()),
    );
  });
  const pids = listProcessFamily(product.pid);
  const before = readCpuMs(pids);
  let busy = 0;
  const { perSecond, durations } = await runClosedLoop(clients, lanes, async (request) => {
    const { status, text } = await product.send(request);
    if (status === 503) busy += 1;
    else if (status !== 201) throw new Error(`A transfer was answered ${status}: ${text}`);
  });
  const posted = durations.length - busy;
  return {
    perSecond: (perSecond * posted) / durations.length,
    durations,
    busy,
    cpuMs: (readCpuMs(pids) - before) / posted,
  };
}

function buildTimes(turns: readonly Turn[], clients: number) {
  const own = turns.filter((turn) => turn.clients === clients);
  return Object.fromEntries(
    NAMES.map((name) => [TITLES[name], own.flatMap((turn) => turn[name].durations)]),
  );
}

function buildReport(turns: readonly Turn[]): string[] {
  const levels = [...Map.groupBy(turns, ({ clients }) => clients)];
  return [
    'Transfers from one account to an account of each client, each alone and combined',
    '',
    ...formatTable(
      [
        'transfers',
        'clients',
        'a second',
        'to each alone',
        'p50 ms',
        'p99',
        'busy (503)',
        'CPU ms',
      ],
      levels.flatMap(([clients, own]) => NAMES.map((name) => buildRow(name, clients, own))),
    ),
    '',
    ...formatTargets(new Map(levels).get(TARGET.clients) ?? []),
  ];
}

function listRates(turns: readonly Turn[], name: HotSideName): number[] {
  return turns.map((turn) => turn[name].perSecond);
}

function compareToAlone(turns: readonly Turn[], name: HotSideName): number[] {
  return computeRatios(listRates(turns, name), listRates(turns, 'alone'));
}

function countBusy(turns: readonly Turn[], name: HotSideName): number {
  return turns.reduce((sum, turn) => sum + turn[name].busy, 0);
}

function buildRow(name: HotSideName, clients: number, turns: readonly Turn[]): string[] {
  const durations = turns.flatMap((turn) => turn[name].durations);
  return [
    TITLES[name],
    String(clients),
    formatSpread(listRates(turns, name)),
    formatSpread(compareToAlone(turns, name), 2),
    ...formatPercentiles(durations),
    String(countBusy(turns, name)),
    computeMedian(turns.map((turn) => turn[name].cpuMs)).toFixed(1),
  ];
}

function formatTargets(turns: readonly Turn[]): string[] {
  const { clients, ratio, p99Ms } = TARGET;
  const p99 = computePercentile(buildTimes(turns, clients)[TITLES.combined] ?? [], 0.99);
  const verdicts = [
    [
      `combined at least ${ratio} times alone`,
      computeMedian(compareToAlone(turns, 'combined')) >= ratio,
    ],
    [`p99 under ${p99Ms} ms`, p99 < p99Ms],
    ['none busy', countBusy(turns, 'combined') === 0],
  ] as const;
  return verdicts.map(
    ([aim, isMet]) => `Aim at ${clients} clients: ${aim}: ${formatTargetVerdict(isMet)}.`,
  );
}
