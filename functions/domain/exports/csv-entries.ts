// Reads the journal entries of a CSV export as the evidence log covers them: with their digests an auditor
// finds each entry in the log. All that a row repeats of its entry must be the same in all its rows.
import type { EntryStatement, LineStatement, PostingStatement } from '../evidence/entry-digest.ts';
import { parseDecimal } from '../evidence/strict-text.ts';
import type { Direction } from '../values/direction.ts';
import { restoreText } from '../values/csv-text.ts';
import { namedFields, rowFaults } from './artifact-facts.ts';
import type { ArtifactFile, ExportClaims, FaultFact } from './artifact-facts.ts';
import { CSV_LAYOUTS } from './csv-check.ts';
import type { CsvLayout, CsvRow } from './csv-check.ts';

/** Consecutive rows of one journal entry, counted from 1 after the heading. */
interface EntryRows {
  readonly id: string;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** An entry of the file. */
export interface EntryFact extends EntryRows {
  readonly kind: 'ENTRY';
  readonly statement: EntryStatement;
}

/** Rows that state no entry, in one sentence. */
export interface EntryFault extends EntryRows {
  readonly kind: 'ENTRY_FAULT';
  readonly sentence: string;
}

/** The columns that all rows of an entry repeat. */
const ENTRY_NAMES = [
  'journal_entry_id',
  'posted_at',
  'entry_type',
  'currency',
  'description',
  'effective_date',
  'reverses_journal_entry_id',
  'replaces_journal_entry_id',
  'adjustment_request_id',
  'loan_id',
  'transaction_id',
  'posted_by',
  'correlation_id',
] as const;

type EntryTexts = Readonly<Record<(typeof ENTRY_NAMES)[number], string>>;

/** What only postings have. */
const POSTING_NAMES = [
  'account_id',
  'balance_after',
  'sequence',
  'entry_id',
  'posting_key',
  'entry_hash',
  'reference',
] as const;

/**
 * Reads the entries of a file whose heading has been checked (csv-check.ts). No cell is left out: what the digest
 * of an entry does not cover is checked, and of an entry with a fault only the fault is yielded.
 */
export async function* readCsvEntries(
  file: ArtifactFile,
  { manifest_version: version }: Pick<ExportClaims, 'manifest_version'>,
): AsyncGenerator<EntryFact | EntryFault> {
  const layout = CSV_LAYOUTS[version];
  let rows: CsvRow[] = [];
  let faults: FaultFact[] = [];
  let number = 0;
  for await (const fields of file.rows({ delimiter: ',', quote: '"' })) {
    const read = namedFields(fields, layout.names);
    const row: CsvRow = (name) => (layout.texts.has(name) ? restoreText(read(name)) : read(name));
    const [first] = rows;
    if (first && first('journal_entry_id') !== row('journal_entry_id')) {
      yield readEntry({ rows, faults, lastRow: number - 1 }, layout);
      [rows, faults] = [[], []];
    }
    if (number > 0) {
      rows.push(row);
      faults.push(...rowFaults(fields, number, layout.names));
    }
    number += 1;
  }
  if (rows.length > 0) yield readEntry({ rows, faults, lastRow: number - 1 }, layout);
}

interface ReadRows {
  readonly rows: readonly CsvRow[];
  /** Those of rows with another number of columns than the heading. */
  readonly faults: readonly FaultFact[];
  readonly lastRow: number;
}

function readEntry({ rows, faults, lastRow }: ReadRows, layout: CsvLayout): EntryFact | EntryFault {
  const texts = readTexts(rows);
  const id = texts.journal_entry_id;
  const located = { id, firstRow: lastRow - rows.length + 1, lastRow };
  const sentence = faults[0]?.sentence ?? findEntryFault(rows, layout, texts);
  if (sentence !== undefined) return { kind: 'ENTRY_FAULT', ...located, sentence };
  const statement: EntryStatement = {
    v: 1,
    ...texts,
    ledger_lines: rows.filter(isLine).map((row) => readLine(row, layout)),
    postings: rows.filter(isPosting).map((row) => readPosting(row, layout)),
  };
  return { kind: 'ENTRY', ...located, statement };
}

function findEntryFault(
  rows: readonly CsvRow[],
  layout: CsvLayout,
  texts: EntryTexts,
): string | undefined {
  const id = texts.journal_entry_id;
  const differing = ENTRY_NAMES.filter((name) => rows.some((row) => row(name) !== texts[name]));
  if (differing.length > 0) return `the rows of entry ${id} differ in ${differing.join(', ')}`;
  const [lines, postings] = [rows.filter(isLine), rows.filter(isPosting)];
  const isInOrder = [...lines, ...postings].every((row, at) => row === rows[at]);
  if (!isInOrder || lines.length + postings.length !== rows.length) {
    return `the rows of entry ${id} are not ledger lines and then postings`;
  }
  if (![lines, postings].every(isNumbered)) {
    return `the rows of entry ${id} are not numbered from 1`;
  }
  const wrong = rows.find((row) => !isComplete(row, layout));
  if (!wrong) return undefined;
  const kind = wrong('record');
  return `${kind} ${wrong('position')} of entry ${id} lacks a value, or has one too many`;
}

function isLine(row: CsvRow): boolean {
  return row('record') === 'LEDGER_LINE';
}

function isPosting(row: CsvRow): boolean {
  return row('record') === 'ACCOUNT_POSTING';
}

/** Whether the row has exactly the cells of its kind, with one amount. */
function isComplete(row: CsvRow, { ledger, postings }: CsvLayout): boolean {
  const isEmpty = (name: string) => row(name) === '';
  const own: readonly string[] = isLine(row) ? ledger : postings;
  const amounts = [...new Set([...ledger, ...postings])].filter((name) => !isEmpty(name));
  if (amounts.length !== 1 || !amounts.every((name) => own.includes(name))) return false;
  if (isLine(row)) return POSTING_NAMES.every(isEmpty);
  const key = `${row('journal_entry_id')}#${row('position')}`;
  const hasSequence = parseDecimal(row('sequence')) !== undefined;
  return isEmpty('account_code') && hasSequence && row('posting_key') === key;
}

function readTexts([row]: readonly CsvRow[]): EntryTexts {
  return Object.fromEntries(ENTRY_NAMES.map((name) => [name, row?.(name) ?? ''])) as EntryTexts;
}

function isNumbered(rows: readonly CsvRow[]): boolean {
  return rows.every((row, at) => row('position') === String(at + 1));
}

function readLine(row: CsvRow, { ledger }: CsvLayout): LineStatement {
  return { account_code: row('account_code'), ...readAmount(row, ledger) };
}

function readPosting(row: CsvRow, { postings }: CsvLayout): PostingStatement {
  return {
    account_id: row('account_id'),
    ...readAmount(row, postings),
    balance_after: row('balance_after'),
    sequence: Number(row('sequence')),
    entry_id: row('entry_id'),
    entry_hash: row('entry_hash'),
    reference: row('reference'),
  };
}

function readAmount(
  row: CsvRow,
  [debit, credit]: CsvLayout['ledger'],
): { readonly side: Direction; readonly amount: string } {
  return row(debit) === ''
    ? { side: 'CREDIT', amount: row(credit) }
    : { side: 'DEBIT', amount: row(debit) };
}
