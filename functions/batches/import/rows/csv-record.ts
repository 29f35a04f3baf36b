import type { Columns } from './columns.ts';

// No name in a file can be that of an inherited member: these objects inherit nothing.
class CsvRecord {
  [name: string]: string;
}
Object.setPrototypeOf(CsvRecord.prototype, null);
Reflect.deleteProperty(CsvRecord.prototype, 'constructor');

/** The values of a row by field. A column that the row does not have is an empty value. */
export function toCsvRecord(columns: Columns, row: readonly string[]): Readonly<CsvRecord> {
  const record = new CsvRecord();
  for (let place = 0; place < columns.length; place += 1) {
    const name = columns[place];
    if (name !== null && name !== undefined) record[name] = row[place] ?? '';
  }
  return record;
}
