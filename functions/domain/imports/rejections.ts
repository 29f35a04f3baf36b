// A rejection: a fault in a row of a file. Programs read rejections as lines of JSON, people as a CSV
// file that a spreadsheet opens.
import { formatTextCell } from '../values/csv-text.ts';

export interface Rejection {
  /** The record's position in the file, from 1; the heading and empty lines do not count. */
  readonly row: number;
  /** The field's name; empty where the fault concerns the whole row. */
  readonly field: string;
  readonly code: string;
  /** A sentence without the value. */
  readonly message: string;
  /** The value in the file, cut to a maximum length; empty where there is none. */
  readonly value: string;
}

/** A fault of a row; `message` is a sentence without the value. */
export interface RowFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const VALUE_CHARACTERS = 200;

/** Formats the value for a rejection. */
export function formatRejectedValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= VALUE_CHARACTERS) return text.toWellFormed();
  return `${text.slice(0, VALUE_CHARACTERS).toWellFormed()}…`;
}

/** Sorts by row, then field; faults of one field keep their order. */
export function sortRejections(faults: readonly Rejection[]): readonly Rejection[] {
  return faults.length < 2
    ? faults
    : faults.toSorted((a, b) => (a.field < b.field ? -1 : Number(a.field > b.field)));
}

/** Formats one line of JSON with its line end. */
export function formatJsonLine({ row, field, code, message, value }: Rejection): string {
  return `${JSON.stringify({ row, field, code, message, value })}\n`;
}

export const REPORT_HEADING = 'row,field,code,message,value\r\n';

/** Formats one line of the report, RFC 4180, with its line end. */
export function formatCsvLine({ row, field, code, message, value }: Rejection): string {
  return `${row},${formatTextCell(field)},${code},${formatTextCell(message)},${formatTextCell(value)}\r\n`;
}
