// From `npm start` to the first answer, and what it then holds in memory.
import { rmSync } from 'node:fs';
import { keptFolder } from '../../../local/cloudformation/assemble.ts';
import type { Bench, Measurement } from '../report/measurement.ts';
import { familyOf, residentMegabytes } from '../load/processes.ts';
import { startProduct } from '../load/product.ts';
import { sampleRequests } from '../load/sample-requests.ts';
import { median, spread } from '../report/statistics.ts';
import { textTable, verdict } from '../report/text-table.ts';

const NPM_START = ['npm', 'start', '--silent', '--'];
const AIM = { seconds: 4, megabytes: 700 };

interface Start {
  readonly seconds: number;
  readonly runner: number;
  readonly engine: number;
}

export const startup: Measurement = {
  name: 'startup',
  async run(bench) {
    bench.progress('start after a change');
    rmSync(keptFolder, { recursive: true, force: true });
    const changed = await measureStart(bench);
    const starts: Start[] = [];
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.progress(`start ${round} of ${bench.rounds}`);
      starts.push(await measureStart(bench));
    }
    return report(starts, changed);
  },
};

async function measureStart({ folder, engine }: Bench): Promise<Start> {
  const product = await startProduct({ folder, engine, command: NPM_START });
  try {
    const { names, next } = sampleRequests(product);
    for (const name of names) await product.demand(await next(name));
    const others = familyOf(product.pid).filter((pid) => pid !== product.pid);
    return {
      seconds: product.secondsToAnswer,
      runner: residentMegabytes([product.pid]),
      engine: residentMegabytes(others),
    };
  } finally {
    await product.stop();
  }
}

function report(starts: readonly Start[], changed: Start): string[] {
  const seconds = starts.map((start) => start.seconds);
  const runner = starts.map((start) => start.runner);
  const engine = starts.map((start) => start.engine);
  const inAll = starts.map((start) => start.runner + start.engine);
  return [
    '`npm start` on an empty data folder',
    '',
    ...textTable(
      ['', 'median (range)', 'aim', ''],
      [
        ['first 200, s', spread(seconds, 1), `< ${AIM.seconds}`, met(seconds, AIM.seconds)],
        ['  after a change', changed.seconds.toFixed(1), '', ''],
        ['resident, MB', spread(inAll), `< ${AIM.megabytes}`, met(inAll, AIM.megabytes)],
        ['  the runner', spread(runner), '', ''],
        ['  its engine', spread(engine), '', ''],
      ],
    ),
    '',
    'Resident after each operation was called once.',
  ];
}

function met(values: readonly number[], below: number): string {
  return verdict(median(values) < below);
}
