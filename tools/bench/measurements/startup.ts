// The time from `npm start` to the first answer, and the memory afterwards.
import { rmSync } from 'node:fs';
import { assemblyCacheFolder } from '../../../local/cloudformation/cache-folders.ts';
import type { BenchContext, Measurement } from '../report/measurement.ts';
import { listProcessFamily, readResidentMegabytes } from '../load/processes.ts';
import { startProduct } from '../load/running-product.ts';
import { callEveryOperation } from '../load/sample-requests.ts';
import { computeMedian, formatSpread } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';

const NPM_START = ['npm', 'start', '--silent', '--'];
const TARGETS = { seconds: 2.5, megabytes: 700 };

interface StartFigures {
  readonly seconds: number;
  readonly runner: number;
  readonly engine: number;
}

export const startup: Measurement = {
  name: 'startup',
  async run(bench) {
    bench.progress('start after a change');
    rmSync(assemblyCacheFolder, { recursive: true, force: true });
    const changed = await measureStart(bench);
    const starts: StartFigures[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`start ${round} of ${bench.rounds}`);
      starts.push(await measureStart(bench));
    }
    return buildReport(starts, changed);
  },
};

async function measureStart({ folder, engine }: BenchContext): Promise<StartFigures> {
  const product = await startProduct({ folder, engine, command: NPM_START });
  try {
    await callEveryOperation(product);
    const others = listProcessFamily(product.pid).filter((pid) => pid !== product.pid);
    return {
      seconds: product.secondsToAnswer,
      runner: readResidentMegabytes([product.pid]),
      engine: readResidentMegabytes(others),
    };
  } finally {
    await product.stop();
  }
}

function buildReport(starts: readonly StartFigures[], changed: StartFigures): string[] {
  const seconds = starts.map((start) => start.seconds);
  const runner = starts.map((start) => start.runner);
  const engine = starts.map((start) => start.engine);
  const inAll = starts.map((start) => start.runner + start.engine);
  return [
    '`npm start` on an empty data folder',
    '',
    ...formatTable(
      ['', 'median (range)', 'aim', ''],
      [
        [
          'first 200, s',
          formatSpread(seconds, 1),
          `< ${TARGETS.seconds}`,
          formatVerdict(seconds, TARGETS.seconds),
        ],
        ['  after a change', changed.seconds.toFixed(1), '', ''],
        [
          'resident, MB',
          formatSpread(inAll),
          `< ${TARGETS.megabytes}`,
          formatVerdict(inAll, TARGETS.megabytes),
        ],
        ['  the runner', formatSpread(runner), '', ''],
        ['  its engine', formatSpread(engine), '', ''],
      ],
    ),
    '',
    'Resident after each operation was called once.',
  ];
}

function formatVerdict(values: readonly number[], below: number): string {
  return formatTargetVerdict(computeMedian(values) < below);
}
