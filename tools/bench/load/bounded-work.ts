// Measures work of any size in bounded memory, in fresh processes: against a bare baseline with the
// same input, and against itself at a tenth.
import { execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';
import { computeMedian, computeRatios, formatSpread } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';

// As the runner limits every function: otherwise uncollected garbage would count.
const YOUNG_GENERATION = '--max-semi-space-size=5';
const TARGETS = { rate: 0.5, memory: 1.3 };

/** The JSON that a probe prints, perhaps with more members. */
export interface ProbeReading {
  /** The number of processed items. */
  readonly count: number;
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

export interface BoundedRound<Ours extends ProbeReading = ProbeReading> {
  readonly bare: ProbeReading;
  readonly ours: Ours;
  readonly fewer: ProbeReading;
}

/** Runs a probe in its own process. */
export function runProbe<Wanted extends ProbeReading>(
  probe: string,
  ...given: readonly string[]
): Promise<Wanted> {
  return startProbe<Wanted>(probe, ...given).reading;
}

interface StartedProbe<Wanted> {
  readonly child: ChildProcess;
  /** What it prints. */
  readonly reading: Promise<Wanted>;
}

/** Starts a probe in its own process, which the caller may end. */
export function startProbe<Wanted>(
  probe: string,
  ...given: readonly string[]
): StartedProbe<Wanted> {
  const running = promisify(execFile)(process.execPath, [YOUNG_GENERATION, probe, ...given]);
  const reading = running.then(({ stdout }) => JSON.parse(stdout) as Wanted);
  return { child: running.child, reading };
}

/** Items per second. */
export function computeRate({ count, milliseconds }: ProbeReading): number {
  return (count / milliseconds) * 1_000;
}

export function readPeak({ peakMegabytes }: ProbeReading): number {
  return peakMegabytes;
}

export interface ReportWords {
  readonly title: string;
  /** Share of the baseline's rate. */
  readonly unit: string;
  readonly rows: Readonly<Record<keyof BoundedRound, string>>;
}

/** The report: a table, and a comparison with the targets. */
export function buildBoundedReport(
  rounds: readonly BoundedRound[],
  { title, unit, rows }: ReportWords,
): string[] {
  const of = (side: keyof BoundedRound) => rounds.map((round) => round[side]);
  const row = (side: keyof BoundedRound) => [
    rows[side],
    formatSpread(of(side).map(computeRate)),
    formatSpread(of(side).map(readPeak)),
  ];
  const share = computeRatios(of('ours').map(computeRate), of('bare').map(computeRate));
  const growth = computeRatios(of('ours').map(readPeak), of('fewer').map(readPeak));
  return [
    title,
    '',
    ...formatTable(['', unit, 'peak resident, MB'], [row('bare'), row('ours'), row('fewer')]),
    '',
    `Rate ${formatSpread(share, 2)} of the bare one. Aim: at least ${TARGETS.rate}: ${formatTargetVerdict(computeMedian(share) >= TARGETS.rate)}.`,
    `Memory ${formatSpread(growth, 2)} of that at a tenth. Aim: at most ${TARGETS.memory}: ${formatTargetVerdict(computeMedian(growth) <= TARGETS.memory)}.`,
  ];
}
