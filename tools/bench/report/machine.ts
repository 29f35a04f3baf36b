// The conditions of a measurement, without which its figures mean nothing.
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg, totalmem } from 'node:os';

/** Whether other load is too high to trust a verdict on a target. */
export function isBusy(): boolean {
  const [load = 0] = loadavg();
  return load > availableParallelism() / 2;
}

export function describeConditions(engine: string, rounds: number): string {
  const [load = 0] = loadavg();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `commit ${describeCommit()}`,
    `engine ${engine}`,
    `Node ${process.version}`,
    `${availableParallelism()} cores, ${gigabytes} GB`,
    `load ${load.toFixed(1)} before`,
    `${rounds} rounds, medians (least-greatest)`,
  ].join(', ');
}

function describeCommit(): string {
  try {
    const id = runGit('rev-parse', '--short', 'HEAD');
    return runGit('status', '--porcelain') === '' ? id : `${id} with changes`;
  } catch {
    return 'unknown';
  }
}

function runGit(...args: string[]): string {
  const folder = import.meta.dirname;
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}
