// For information: many clients that move money between the same two accounts.
import { runClosedLoop } from '../load/closed-loop.ts';
import type { LoopMeasurements } from '../load/closed-loop.ts';
import type { Measurement } from '../report/measurement.ts';
import { buildPercentilePlot } from '../report/percentile-plot.ts';
import { startProduct } from '../load/running-product.ts';
import type { RunningProduct, ProductCall } from '../load/running-product.ts';
import { recordTransfers } from '../load/recorded-transfers.ts';
import { computePercentile, computeRatios, formatSpread } from '../report/statistics.ts';
import { formatTable } from '../report/text-table.ts';
import { startEngineSide } from '../load/transfer-sides.ts';
import { prepareTransfers } from '../load/transfers.ts';

const CLIENTS = 8;
const TRANSFERS_PER_ROUND = 160;

interface HotFigures extends LoopMeasurements {
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
      const overHttp: HotFigures[] = [];
      const byEngine: LoopMeasurements[] = [];
      for (let round = 1; round <= bench.rounds; round += 1) {
        bench.progress(`round ${round} of ${bench.rounds}`);
        overHttp.push(await runContention(product, transfers.splice(0, TRANSFERS_PER_ROUND)));
        // In sequence, because two transfers cannot both be based on the same balances.
        const lanes = engine.take(TRANSFERS_PER_ROUND);
        byEngine.push(await runClosedLoop(1, lanes, (transfer) => transfer()));
      }
      bench.plot(
        buildPercentilePlot('Transfers between two hot accounts', buildTimes(overHttp, byEngine)),
      );
      return buildReport(overHttp, byEngine);
    } finally {
      await product.stop();
      await engine.stop();
    }
  },
};

async function runContention(
  product: RunningProduct,
  transfers: readonly ProductCall[],
): Promise<HotFigures> {
  // Any client may make any transfer here: all use the same accounts.
  const shares = Array.from({ length: CLIENTS }, (_, client) =>
    transfers.filter((__, turn) => turn % CLIENTS === client),
  );
  let busy = 0;
  const { perSecond, durations } = await runClosedLoop(CLIENTS, shares, async (request) => {
    const { status, text } = await product.send(request);
    if (status === 503) busy += 1;
    else if (status !== 201) throw new Error(`A transfer was answered ${status}: ${text}`);
  });
  return { perSecond: perSecond * (1 - busy / transfers.length), durations, busy };
}

function buildTimes(overHttp: readonly HotFigures[], byEngine: readonly LoopMeasurements[]) {
  const times = (rounds: readonly LoopMeasurements[]) =>
    rounds.flatMap(({ durations }) => durations);
  return { [`HTTP, ${CLIENTS} clients`]: times(overHttp), 'engine, 1 client': times(byEngine) };
}

function buildReport(
  overHttp: readonly HotFigures[],
  byEngine: readonly LoopMeasurements[],
): string[] {
  const rates = overHttp.map(({ perSecond }) => perSecond);
  const alone = byEngine.map(({ perSecond }) => perSecond);
  const durations = overHttp.flatMap((round) => round.durations);
  const busy = overHttp.reduce((sum, round) => sum + round.busy, 0);
  return [
    `Two accounts, ${CLIENTS} clients, and the engine alone making the same transfers one by one`,
    '',
    ...formatTable(
      ['transfers', 'HTTP/s', 'engine/s', 'ratio', 'HTTP p50', 'p99 ms', 'busy (503)'],
      [
        [
          String(durations.length),
          formatSpread(rates),
          formatSpread(alone),
          formatSpread(computeRatios(rates, alone), 2),
          ...[0.5, 0.99].map((share) => computePercentile(durations, share).toFixed(1)),
          String(busy),
        ],
      ],
    ),
  ];
}
