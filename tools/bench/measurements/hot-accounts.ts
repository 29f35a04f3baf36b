// For information: many clients that all move money between the same two accounts.
import { closedLoop } from '../load/closed-loop.ts';
import type { LoopFigures } from '../load/closed-loop.ts';
import type { Measurement } from '../report/measurement.ts';
import { percentilePlot } from '../report/percentile-plot.ts';
import { startProduct } from '../load/product.ts';
import type { Product, ProductRequest } from '../load/product.ts';
import { recordTransfers } from '../load/recorded-transfers.ts';
import { percentile, ratios, spread } from '../report/statistics.ts';
import { textTable } from '../report/text-table.ts';
import { startEngineSide } from '../load/transfer-sides.ts';
import { prepareTransfers } from '../load/transfers.ts';

const CLIENTS = 8;
const TRANSFERS_PER_ROUND = 160;

interface Hot extends LoopFigures {
  /** Transfers that were given up after ten lost races. */
  readonly busy: number;
}

export const hotAccounts: Measurement = {
  name: 'hot-accounts',
  async run(bench) {
    bench.progress('recording transfers');
    const transfersPerLane = bench.rounds * TRANSFERS_PER_ROUND;
    const plan = { lanes: 1, accountsPerLane: 2, transfersPerLane };
    const recorded = await recordTransfers(bench, plan);
    const product = await startProduct({ folder: bench.folder, engine: bench.engine });
    const engine = await startEngineSide(bench, recorded);
    try {
      const transfers = (await prepareTransfers(product, plan)).flat();
      const overHttp: Hot[] = [];
      const byEngine: LoopFigures[] = [];
      for (let round = 1; round <= bench.rounds; round += 1) {
        bench.progress(`round ${round} of ${bench.rounds}`);
        overHttp.push(await contend(product, transfers.splice(0, TRANSFERS_PER_ROUND)));
        // One after another: two transfers cannot both be made from the same balances.
        const lanes = engine.take(TRANSFERS_PER_ROUND);
        byEngine.push(await closedLoop(1, lanes, (transfer) => transfer()));
      }
      bench.plot(percentilePlot('Transfers between two hot accounts', timesOf(overHttp, byEngine)));
      return report(overHttp, byEngine);
    } finally {
      await product.stop();
      await engine.stop();
    }
  },
};

async function contend(product: Product, transfers: readonly ProductRequest[]): Promise<Hot> {
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
}

function timesOf(overHttp: readonly Hot[], byEngine: readonly LoopFigures[]) {
  const times = (rounds: readonly LoopFigures[]) => rounds.flatMap(({ durations }) => durations);
  return { [`HTTP, ${CLIENTS} clients`]: times(overHttp), 'engine, 1 client': times(byEngine) };
}

function report(overHttp: readonly Hot[], byEngine: readonly LoopFigures[]): string[] {
  const rates = overHttp.map(({ perSecond }) => perSecond);
  const alone = byEngine.map(({ perSecond }) => perSecond);
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
          spread(alone),
          spread(ratios(rates, alone), 2),
          ...[0.5, 0.99].map((share) => percentile(durations, share).toFixed(1)),
          String(busy),
        ],
      ],
    ),
  ];
}
