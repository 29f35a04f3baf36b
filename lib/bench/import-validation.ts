// The validation of a legacy import beside the bare CSV parser, and what it holds in memory.
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Measurement } from './measurement.ts';
import { median, ratios, spread } from './statistics.ts';
import { textTable, verdict } from './text-table.ts';

// As the runner has it for every function: otherwise garbage gathers that nobody needs.
const YOUNG_GENERATION = '--max-semi-space-size=5';
const PROBE = join(import.meta.dirname, 'import-probe.ts');
const ROWS = 1_000_000;
const FEWER_ROWS = 100_000;
const AIM = { rate: 0.5, memory: 1.3 };
// One row in a hundred has a fault.
const FAULT_EVERY = 100;

interface Reading {
  readonly rows: number;
  /** Of a processor: what else the machine does is not in it. */
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

interface Round {
  readonly bare: Reading;
  readonly ours: Reading;
  readonly fewer: Reading;
}

export const importValidation: Measurement = {
  name: 'import-validation',
  async run(bench) {
    const [many, few] = [join(bench.folder, 'rows.csv'), join(bench.folder, 'fewer-rows.csv')];
    await pipeline(Readable.from(fileOf(ROWS)), createWriteStream(many));
    await pipeline(Readable.from(fileOf(FEWER_ROWS)), createWriteStream(few));
    const rounds: Round[] = [];
    // The first one reads the files from the disk and is not counted.
    for (let round = 0; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`);
      const one = {
        bare: await read('bare', many),
        ours: await read('ours', many),
        fewer: await read('ours', few),
      };
      if (round > 0) rounds.push(one);
    }
    return report(rounds);
  },
};

function* fileOf(rows: number): Generator<string> {
  yield 'entry_reference,effective_date,account_code,debit_amount,credit_amount,currency,description\n';
  for (let row = 1; row <= rows; row += 1) {
    const day = String(1 + (row % 28)).padStart(2, '0');
    const amount = `${row % 10_000}.${String(row % 100).padStart(2, '0')}`;
    const amounts = row % 2 === 0 ? `1${amount},` : `,1${amount}`;
    const currency = row % FAULT_EVERY === 0 ? 'eur' : 'EUR';
    yield `J-${row},2026-01-${day},${1_000 + (row % 500)},${amounts},${currency},"Opening, ${row}"\n`;
  }
}

async function read(side: 'bare' | 'ours', file: string): Promise<Reading> {
  const given = [YOUNG_GENERATION, PROBE, side, file];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return JSON.parse(stdout) as Reading;
}

function report(rounds: readonly Round[]): string[] {
  const rate = ({ rows, milliseconds }: Reading) => (rows / milliseconds) * 1_000;
  const peak = ({ peakMegabytes }: Reading) => peakMegabytes;
  const row = (name: string, readings: readonly Reading[]) => [
    name,
    spread(readings.map(rate)),
    spread(readings.map(peak)),
  ];
  const [bare, ours, fewer] = [
    rounds.map((round) => round.bare),
    rounds.map((round) => round.ours),
    rounds.map((round) => round.fewer),
  ];
  const share = ratios(ours.map(rate), bare.map(rate));
  const growth = ratios(ours.map(peak), fewer.map(peak));
  return [
    `A fresh process reads the lines of journal entries from a CSV file, one in ${FAULT_EVERY} faulty`,
    '',
    ...textTable(
      ['', 'rows per second of a processor', 'peak resident, MB'],
      [
        row(`bare parser, ${ROWS} rows`, bare),
        row(`validated, ${ROWS} rows`, ours),
        row(`validated, ${FEWER_ROWS} rows`, fewer),
      ],
    ),
    '',
    `Rate ${spread(share, 2)} of the bare one. Aim: at least ${AIM.rate}: ${verdict(median(share) >= AIM.rate)}.`,
    `Memory ${spread(growth, 2)} of that at a tenth. Aim: at most ${AIM.memory}: ${verdict(median(growth) <= AIM.memory)}.`,
  ];
}
