// What is wrong with a row of a file, and how it is told: to programs in lines of JSON, to people in
// a CSV file that a spreadsheet opens.

export interface Rejection {
  /** The place of the record in the file, from 1; the heading and empty lines do not count. */
  readonly row: number;
  /** The field's name; empty where it is the row as a whole. */
  readonly field: string;
  readonly code: string;
  /** A sentence without the value. */
  readonly message: string;
  /** As it stands in the file, cut after some characters; empty where there is none. */
  readonly value: string;
}

const VALUE_CHARACTERS = 200;

/** The value as a rejection shows it. */
export function formatRejectedValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= VALUE_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, VALUE_CHARACTERS).toWellFormed()}…`;
}

/** By row, then field; the faults of one field in the order in which they were found. */
export function sortRejections(faults: readonly Rejection[]): readonly Rejection[] {
  return faults.length < 2
    ? faults
    : faults.toSorted((a, b) => (a.field < b.field ? -1 : Number(a.field > b.field)));
}

/** One line of JSON, with its line end. */
export function formatJsonLine({ row, field, code, message, value }: Rejection): string {
  return `${JSON.stringify({ row, field, code, message, value })}\n`;
}

export const REPORT_HEADING = 'row,field,code,message,value\r\n';

/** One line of the report, RFC 4180, with its line end. */
export function formatCsvLine({ row, field, code, message, value }: Rejection): string {
  return `${row},${formatCell(field)},${code},${formatCell(message)},${formatCell(value)}\r\n`;
}

// A spreadsheet takes a cell that begins so for a formula and runs it.
const FORMULA = /^[=+\-@\t\r\n]/;
const SPECIAL = /[",\r\n]/;

function formatCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
