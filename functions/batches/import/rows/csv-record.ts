import type { Columns } from './columns.ts';

// These objects inherit nothing, so that no column name can refer to an inherited member.
class CsvRecord {
  [name: string]: string;
}
Object.setPrototypeOf(CsvRecord.prototype, null);
Reflect.deleteProperty(CsvRecord.prototype, 'constructor');

/** The values of a row by field. A column that is missing in the row has an empty value. */
export function toCsvRecord(columns: Columns, row: readonly string[]): Readonly<CsvRecord> {
  const record = new CsvRecord();
  for (let index = 0; index < columns.length; index += 1) {
    const name = columns[index];
    if (name !== null && name !== undefined) record[name] = row[index] ?? '';
  }
  return record;
}
