// How soon a projection shows a posting, and how fast the projector catches up.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runClosedLoop } from '../load/closed-loop.ts';
import { startFreshEngine } from '../baselines/fresh-engine.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { startProduct } from '../load/running-product.ts';
import type { RunningProduct, ProductCall } from '../load/running-product.ts';
import { ProjectionObserver } from '../load/projection-observer.ts';
import {
  computePercentile,
  computeRatios,
  formatSpread,
  computeMedian,
} from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';
import { prepareTransfers } from '../load/transfers.ts';

const PER_SECOND = 50;
const SECONDS_PER_ROUND = 6;
const WARM_UP_SECONDS = 3;
const LOOK_MS = 5;
const LANES = 32;
const CLIENTS = 8;
const BACKLOG_PER_LANE = 40;
const TARGETS = { milliseconds: 500, ratio: 2 };

interface BacklogFigures {
  readonly posted: number;
  readonly applied: number;
}

export const projections: Measurement = {
  name: 'projections',
  async run(bench) {
    const delays = await measureDelays(bench);
    const backlogs: BacklogFigures[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`backlog ${round} of ${bench.rounds}`);
      backlogs.push(await measureBacklog(bench));
    }
    return buildReport(delays, backlogs);
  },
};

/** Milliseconds from the answer to a posting until the projection shows it, by round. */
async function measureDelays(bench: BenchContext): Promise<number[][]> {
  const product = await startProduct({ folder: bench.folder, engine: bench.engine });
  const entries = new ProjectionObserver(product.stack.ledger);
  try {
    const seconds = WARM_UP_SECONDS + bench.rounds * SECONDS_PER_ROUND;
    const transfersPerLane = Math.ceil((seconds * PER_SECOND) / LANES);
    const plan = { lanes: LANES, accountsPerLane: 2, transfersPerLane };
    const lanes = await prepareTransfers(product, plan);
    // Consecutive postings use different accounts.
    const transfers = Array.from({ length: transfersPerLane }, (_, turn) =>
      lanes.flatMap((lane) => lane.slice(turn, turn + 1)),
    ).flat();
    bench.progress('warming up');
    await postSteadily(product, entries, transfers.splice(0, WARM_UP_SECONDS * PER_SECOND));
    const rounds: number[][] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`);
      const own = transfers.splice(0, SECONDS_PER_ROUND * PER_SECOND);
      rounds.push(await postSteadily(product, entries, own));
    }
    return rounds;
  } finally {
    entries.close();
    await product.stop();
  }
}

/** Open loop: the next posting does not wait for the last one. */
async function postSteadily(
  product: RunningProduct,
  entries: ProjectionObserver,
  transfers: readonly ProductCall[],
): Promise<number[]> {
  const unseen = new Map<string, number>();
  const delays: number[] = [];
  const startedAt = performance.now();
  const posting = Promise.all(
    transfers.map(async (transfer, index) => {
      await sleep(Math.max(0, startedAt + (index * 1_000) / PER_SECOND - performance.now()));
      const { id } = JSON.parse(await product.requireSuccess(transfer)) as { id: string };
      unseen.set(id, performance.now());
    }),
  );
  const ended = new AbortController();
  const posted = posting.finally(() => ended.abort());
  const look = async () => {
    while (!ended.signal.aborted || unseen.size > 0) {
      for (const id of await entries.seen([...unseen.keys()])) {
        delays.push(performance.now() - (unseen.get(id) ?? Number.NaN));
        unseen.delete(id);
      }
      await sleep(LOOK_MS);
    }
  };
  await Promise.all([posted, look()]);
  return delays;
}

// Posts while no consumer follows the streams; then starts a product with consumers on the same
// data.
async function measureBacklog(bench: BenchContext): Promise<BacklogFigures> {
  const engine = await startFreshEngine(bench);
  const data = mkdtempSync(join(bench.folder, 'backlog-'));
  const options = { folder: bench.folder, engine: engine.endpoint, data };
  try {
    const poster = await startProduct({ ...options, flags: ['--no-streams'] });
    const entries = new ProjectionObserver(poster.stack.ledger);
    const plan = { lanes: LANES, accountsPerLane: 2, transfersPerLane: BACKLOG_PER_LANE };
    const lanes = await prepareTransfers(poster, plan);
    const { perSecond } = await runClosedLoop(CLIENTS, lanes, (one) => poster.requireSuccess(one));
    await poster.stop();
    // The funding of the accounts was posted too.
    const all = LANES * (BACKLOG_PER_LANE + plan.accountsPerLane);
    const applied = entries.rateUntil(all);
    const follower = await startProduct(options);
    try {
      return { posted: perSecond, applied: await applied };
    } finally {
      entries.close();
      await follower.stop();
    }
  } finally {
    await engine.stop();
  }
}

function buildReport(delays: readonly number[][], backlogs: readonly BacklogFigures[]): string[] {
  const at = (share: number) => delays.map((round) => computePercentile(round, share));
  const [late, posted, applied] = [
    at(0.95),
    backlogs.map((one) => one.posted),
    backlogs.map((one) => one.applied),
  ];
  const ratio = computeRatios(applied, posted);
  return [
    `From 201 until the entry is in ledger_activity, ${PER_SECOND} postings per second, in ms`,
    '',
    ...formatTable(
      ['', 'p50', 'p95', 'p99'],
      [['seen after', ...[at(0.5), late, at(0.99)].map((all) => formatSpread(all))]],
    ),
    '',
    'A backlog: posted by 8 clients while nothing follows the streams, then applied',
    '',
    ...formatTable(
      ['', 'per second'],
      [
        ['posted', formatSpread(posted)],
        ['applied', formatSpread(applied)],
      ],
    ),
    '',
    `Aim: p95 at most ${TARGETS.milliseconds} ms: ${formatTargetVerdict(computeMedian(late) <= TARGETS.milliseconds)}.`,
    `Applied ${formatSpread(ratio, 2)} of the rate of posting. Aim: at least ${TARGETS.ratio}: ${formatTargetVerdict(computeMedian(ratio) >= TARGETS.ratio)}.`,
  ];
}
