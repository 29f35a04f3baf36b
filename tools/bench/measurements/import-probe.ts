// A fresh process that reads the rows of one file, by validation or by the bare parser, and prints
// its CPU time and memory: node import-probe.ts SIDE FILE
import { createReadStream } from 'node:fs';
import { Parser } from 'csv-parse';
import {
  buildFirstCheckpoint,
  validateSlice,
} from '../../../functions/batches/import/rows/slice-validation.ts';
import { recordTypes } from '../../../functions/domain/imports/record-types.ts';
import { readOwnPeakMegabytes } from '../load/processes.ts';

const [side, file = ''] = process.argv.slice(2);
const before = process.cpuUsage();
const rows = side === 'bare' ? await parseRows() : await validateRows();
const { user, system } = process.cpuUsage(before);
const milliseconds = (user + system) / 1_000;
const peakMegabytes = readOwnPeakMegabytes();
process.stdout.write(JSON.stringify({ count: rows, milliseconds, peakMegabytes }));

/** The bare parser counts the heading as a row. */
async function parseRows(): Promise<number> {
  let count = 0;
  const parser = new Parser({
    on_record: () => {
      count += 1;
      return null;
    },
  });
  parser.resume();
  for await (const piece of createReadStream(file)) {
    await new Promise<void>((resolve) => void parser.write(piece, () => resolve()));
  }
  return count - 1;
}

async function validateRows(): Promise<number> {
  const form = {
    mediaType: 'text/csv',
    encoding: 'utf-8',
    options: {},
    type: recordTypes.JOURNAL_ENTRY,
  } as const;
  let checkpoint = buildFirstCheckpoint(0);
  for (;;) {
    const slice = await validateSlice(
      createReadStream(file, { start: checkpoint.offset }),
      form,
      checkpoint,
    );
    checkpoint = slice.checkpoint;
    if (slice.isLast) return checkpoint.rows;
  }
}
