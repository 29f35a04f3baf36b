// Checks a FEC by each rule of article A47 A-1 that a file alone can show.
import { faultOf } from '../artifact-facts.ts';
import type { ArtifactFact, ArtifactFile, ExportClaims } from '../artifact-facts.ts';
import { FEC_COLUMN_NAMES } from './fec-columns.ts';
import { FecFileRules } from './fec-file-rules.ts';
import { isFecDay, listRowFaults, readAmount } from './fec-row-rules.ts';
import type { FecRow } from './fec-row-rules.ts';
import { NATIONAL_CURRENCY } from './fec-rows.ts';
import { isSiren } from './siren.ts';

/** Reads the facts of the file; `claims` are those of its manifest, if there is one. */
export async function* checkFec(
  file: ArtifactFile,
  claims?: ExportClaims,
): AsyncGenerator<ArtifactFact> {
  const closing = readClosingDay(file.name);
  const rules = new FecFileRules({
    from: toFecDay(claims?.period.from),
    to: toFecDay(claims?.period.to) ?? closing,
  });
  yield* listNameFaults(file.name, toFecDay(claims?.period.to)).map(faultOf);
  let number = 0;
  let heading: readonly string[] = [];
  let separator = '\t';
  for await (const line of readLines(file.text())) {
    if (number === 0) {
      separator = line.includes('\t') ? '\t' : '|';
      heading = line.split(separator);
      yield* listHeadingFaults(heading).map(faultOf);
    } else {
      const fields = line.split(separator);
      yield* checkRow(fields, { number, columns: heading.length, rules });
    }
    number += 1;
  }
  if (number === 0) yield faultOf('the file has no heading');
}

interface RowContext {
  /** The number of the row after the heading, from 1. */
  readonly number: number;
  readonly columns: number;
  readonly rules: FecFileRules;
}

function* checkRow(
  fields: readonly string[],
  { number, columns, rules }: RowContext,
): Generator<ArtifactFact> {
  const located = (sentence: string) => faultOf(`row ${number}: ${sentence}`);
  if (fields.length !== columns) {
    yield located(`it has ${fields.length} columns, not ${columns}`);
    return;
  }
  const row: FecRow = (name) => fields[FEC_COLUMN_NAMES.indexOf(name)] ?? '';
  yield* listRowFaults(row, fields).map(located);
  yield* rules.listFaults(row).map(located);
  yield {
    kind: 'LEDGER_LINE',
    entry: row('EcritureNum'),
    currency: NATIONAL_CURRENCY,
    debit: readAmount(row('Debit')) ?? '',
    credit: readAmount(row('Credit')) ?? '',
  };
}

// The article allows more columns after the first 18.
function listHeadingFaults(heading: readonly string[]): string[] {
  const found = heading.slice(0, FEC_COLUMN_NAMES.length);
  const wrong = FEC_COLUMN_NAMES.findIndex((name, index) => found[index] !== name);
  return wrong === -1
    ? []
    : [
        `the heading has ${found[wrong] ?? 'nothing'} for column ${wrong + 1}, ${FEC_COLUMN_NAMES[wrong]}`,
      ];
}

const NAME = /^(?<siren>\d{9})FEC(?<closing>\d{8})\.txt$/i;

function readClosingDay(name: string): string | undefined {
  return NAME.exec(name)?.groups?.['closing'];
}

function listNameFaults(name: string, closing: string | undefined): string[] {
  const { siren = '', closing: named = '' } = NAME.exec(name)?.groups ?? {};
  if (siren === '') return [`the file name ${name} is not SIRENFECAAAAMMJJ.txt`];
  const faults: string[] = [];
  if (!isSiren(siren)) faults.push(`${siren} in the file name is not a SIREN`);
  if (!isFecDay(named)) faults.push(`${named} in the file name is not a day`);
  if (closing !== undefined && named !== closing) {
    faults.push(`the file name has the closing day ${named}, not ${closing}`);
  }
  return faults;
}

function toFecDay(day: string | undefined): string | undefined {
  return day?.replaceAll('-', '');
}

// The article allows a carriage return, a line feed or both.
async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string | undefined;
  for await (const chunk of text) {
    const whole = rest === undefined ? chunk.replace(/^\ufeff/, '') : rest + chunk;
    const lines = whole.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  const last = rest?.replace(/\r$/, '') ?? '';
  if (last !== '') yield last;
}
