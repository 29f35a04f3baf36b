// Work of any size in memory of one size, measured in fresh processes: beside something bare that
// goes through the same, and beside itself at a tenth.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median, ratios, spread } from '../report/statistics.ts';
import { textTable, verdict } from '../report/text-table.ts';

// As the runner has it for every function: otherwise garbage gathers that nobody needs.
const YOUNG_GENERATION = '--max-semi-space-size=5';
const AIM = { rate: 0.5, memory: 1.3 };

/** What a probe prints as JSON, perhaps with more. */
export interface Reading {
  /** How much was done. */
  readonly count: number;
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

export interface Round<Ours extends Reading = Reading> {
  readonly bare: Reading;
  readonly ours: Ours;
  readonly fewer: Reading;
}

/** Runs a probe in a process of its own. */
export async function readProbe<Wanted extends Reading>(
  probe: string,
  ...given: readonly string[]
): Promise<Wanted> {
  const args = [YOUNG_GENERATION, probe, ...given];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Wanted;
}

/** Per second. */
export function rateOf({ count, milliseconds }: Reading): number {
  return (count / milliseconds) * 1_000;
}

export function peakOf({ peakMegabytes }: Reading): number {
  return peakMegabytes;
}

export interface Words {
  readonly title: string;
  /** Of the rate. */
  readonly unit: string;
  readonly rows: Readonly<Record<keyof Round, string>>;
}

/** The report: a table, and how it compares to the aims. */
export function boundedReport(rounds: readonly Round[], { title, unit, rows }: Words): string[] {
  const of = (side: keyof Round) => rounds.map((round) => round[side]);
  const row = (side: keyof Round) => [
    rows[side],
    spread(of(side).map(rateOf)),
    spread(of(side).map(peakOf)),
  ];
  const share = ratios(of('ours').map(rateOf), of('bare').map(rateOf));
  const growth = ratios(of('ours').map(peakOf), of('fewer').map(peakOf));
  return [
    title,
    '',
    ...textTable(['', unit, 'peak resident, MB'], [row('bare'), row('ours'), row('fewer')]),
    '',
    `Rate ${spread(share, 2)} of the bare one. Aim: at least ${AIM.rate}: ${verdict(median(share) >= AIM.rate)}.`,
    `Memory ${spread(growth, 2)} of that at a tenth. Aim: at most ${AIM.memory}: ${verdict(median(growth) <= AIM.memory)}.`,
  ];
}
