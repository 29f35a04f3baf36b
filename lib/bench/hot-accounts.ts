// For information: many clients that all move money between the same two accounts.
import { closedLoop } from './closed-loop.ts';
import { startFreshEngine } from './fresh-engine.ts';
import type { Bench, Measurement } from './measurement.ts';
import { startProduct } from './product.ts';
import { recordTransfers } from './recorded-transfers.ts';
import type { RecordedTransfers } from './recorded-transfers.ts';
import { percentile, ratios, spread } from './statistics.ts';
import { textTable } from './text-table.ts';
import { prepareTransfers } from './transfers.ts';

const CLIENTS = 8;
const PLAN = { lanes: 1, accountsPerLane: 2, transfersPerLane: 240 };

interface HotFigures {
  readonly perSecond: number;
  readonly durations: readonly number[];
  readonly busy: number;
}

export const hotAccounts: Measurement = {
  name: 'hot-accounts',
  async run(bench) {
    bench.progress('recording transfers');
    const recorded = await recordTransfers(bench, PLAN);
    const overHttp: HotFigures[] = [];
    const byEngine: number[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`);
      overHttp.push(await httpRound(bench));
      byEngine.push(await engineRound(bench, recorded));
    }
    return report(overHttp, byEngine);
  },
};

async function httpRound(bench: Bench): Promise<HotFigures> {
  const product = await startProduct({ folder: bench.folder, engine: bench.engine });
  try {
    const transfers = (await prepareTransfers(product, PLAN)).flat();
    // Which client makes which transfer does not matter here: they all want the same accounts.
    const shares = Array.from({ length: CLIENTS }, (_, client) =>
      transfers.filter((__, turn) => turn % CLIENTS === client),
    );
    let busy = 0;
    const { perSecond, durations } = await closedLoop(CLIENTS, shares, async (request) => {
      const { status, text } = await product.send(request);
      if (status === 503) busy += 1;
      else if (status !== 201) throw new Error(`A transfer was answered ${status}: ${text}`);
    });
    return { perSecond: perSecond * (1 - busy / transfers.length), durations, busy };
  } finally {
    await product.stop();
  }
}

// One after another: two transfers of the same accounts cannot both be made from the same balances.
async function engineRound(bench: Bench, { setup, lanes }: RecordedTransfers): Promise<number> {
  const engine = await startFreshEngine(bench);
  try {
    for (const request of setup) await engine.client.demand(request);
    const { perSecond } = await closedLoop(1, lanes, async (requests) => {
      for (const request of requests) await engine.client.demand(request);
    });
    return perSecond;
  } finally {
    await engine.stop();
  }
}

function report(overHttp: readonly HotFigures[], byEngine: readonly number[]): string[] {
  const rates = overHttp.map(({ perSecond }) => perSecond);
  const durations = overHttp.flatMap((round) => round.durations);
  const busy = overHttp.reduce((sum, round) => sum + round.busy, 0);
  return [
    `Two accounts, ${CLIENTS} clients, and the engine alone making the same transfers one by one`,
    '',
    ...textTable(
      ['transfers', 'HTTP/s', 'engine/s', 'ratio', 'HTTP p50', 'p99 ms', 'busy (503)'],
      [
        [
          String(durations.length),
          spread(rates),
          spread(byEngine),
          spread(ratios(rates, byEngine), 2),
          ...[0.5, 0.99].map((share) => percentile(durations, share).toFixed(1)),
          String(busy),
        ],
      ],
    ),
  ];
}
