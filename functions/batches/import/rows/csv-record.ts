import type { Columns } from './headings.ts';

// No name in a file can be that of an inherited member: these objects inherit nothing.
class Values {
  [name: string]: string;
}
Object.setPrototypeOf(Values.prototype, null);
Reflect.deleteProperty(Values.prototype, 'constructor');

/** The values of a row by field. A column that the row does not have is an empty value. */
export function recordOf(columns: Columns, row: readonly string[]): Readonly<Values> {
  const record = new Values();
  for (let place = 0; place < columns.length; place += 1) {
    const name = columns[place];
    if (name !== null && name !== undefined) record[name] = row[place] ?? '';
  }
  return record;
}
