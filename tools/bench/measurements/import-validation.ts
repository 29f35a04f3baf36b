// The validation of a legacy import beside the bare CSV parser, and its memory.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buildBoundedReport, runProbe } from '../load/bounded-work.ts';
import type { BoundedRound } from '../load/bounded-work.ts';
import type { Measurement } from '../report/measurement.ts';

const PROBE = join(import.meta.dirname, 'import-probe.ts');
const ROWS = 1_000_000;
const FEWER_ROWS = 100_000;
// One row in a hundred has a fault.
const FAULT_EVERY = 100;

export const importValidation: Measurement = {
  name: 'import-validation',
  async run(bench) {
    const [many, few] = [join(bench.folder, 'rows.csv'), join(bench.folder, 'fewer-rows.csv')];
    await pipeline(Readable.from(generateFile(ROWS)), createWriteStream(many));
    await pipeline(Readable.from(generateFile(FEWER_ROWS)), createWriteStream(few));
    const rounds: BoundedRound[] = [];
    // The first run reads the files from the disk and is not counted.
    for (let round = 0; round <= bench.rounds; round += 1) {
      bench.progress(`round ${round} of ${bench.rounds}`);
      const one = {
        bare: await runProbe(PROBE, 'bare', many),
        ours: await runProbe(PROBE, 'ours', many),
        fewer: await runProbe(PROBE, 'ours', few),
      };
      if (round > 0) rounds.push(one);
    }
    return buildBoundedReport(rounds, {
      title: `A fresh process reads the lines of journal entries from a CSV file, one in ${FAULT_EVERY} faulty`,
      // CPU time excludes other load.
      unit: 'rows per second of a processor',
      rows: {
        bare: `bare parser, ${ROWS} rows`,
        ours: `validated, ${ROWS} rows`,
        fewer: `validated, ${FEWER_ROWS} rows`,
      },
    });
  },
};

function* generateFile(rows: number): Generator<string> {
  yield 'entry_reference,effective_date,account_code,debit_amount,credit_amount,currency,description\n';
  for (let row = 1; row <= rows; row += 1) {
    const day = String(1 + (row % 28)).padStart(2, '0');
    // Two lines make an entry that balances.
    const entry = Math.ceil(row / 2);
    const amount = `1${entry % 10_000}.${String(entry % 100).padStart(2, '0')}`;
    const amounts = row % 2 === 0 ? `${amount},` : `,${amount}`;
    const currency = row % FAULT_EVERY === 0 ? 'eur' : 'EUR';
    yield `J-${entry},2026-01-${day},${1_000 + (row % 500)},${amounts},${currency},"Opening, ${row}"\n`;
  }
}
