// Work of any size in memory of one size, measured in fresh processes: beside something bare that
// goes through the same, and beside itself at a tenth.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { computeMedian, computeRatios, formatSpread } from '../report/statistics.ts';
import { formatTable, formatTargetVerdict } from '../report/text-table.ts';

// As the runner has it for every function: otherwise garbage gathers that nobody needs.
const YOUNG_GENERATION = '--max-semi-space-size=5';
const TARGETS = { rate: 0.5, memory: 1.3 };

/** What a probe prints as JSON, perhaps with more. */
export interface ProbeReading {
  /** How much was done. */
  readonly count: number;
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

export interface BoundedRound<Ours extends ProbeReading = ProbeReading> {
  readonly bare: ProbeReading;
  readonly ours: Ours;
  readonly fewer: ProbeReading;
}

/** Runs a probe in a process of its own. */
export async function runProbe<Wanted extends ProbeReading>(
  probe: string,
  ...given: readonly string[]
): Promise<Wanted> {
  const args = [YOUNG_GENERATION, probe, ...given];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Wanted;
}

/** Per second. */
export function computeRate({ count, milliseconds }: ProbeReading): number {
  return (count / milliseconds) * 1_000;
}

export function readPeak({ peakMegabytes }: ProbeReading): number {
  return peakMegabytes;
}

export interface ReportWords {
  readonly title: string;
  /** Of the rate. */
  readonly unit: string;
  readonly rows: Readonly<Record<keyof BoundedRound, string>>;
}

/** The report: a table, and how it compares to the aims. */
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
