// Prints what a command has read: columns for people, JSON for programs.
import { formatColumns } from '../administration/format-columns.ts';

/** Prints a line for the caller. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What people see of a record: the columns, of text. */
export type ToRow<Item> = (item: Item) => readonly (string | number | undefined)[];

/** Prints the records as columns, or as a JSON array. */
export function printRecords<Item>(
  items: readonly Item[],
  toRow: ToRow<Item>,
  { json = false }: { readonly json?: boolean },
): void {
  if (json) return printLine(JSON.stringify(items, undefined, 2));
  if (items.length === 0) return printLine('None.');
  printLine(formatColumns(items.map((item) => toRow(item).map((cell) => String(cell ?? '')))));
}

/** Prints one record as a sentence or as JSON. */
export function printRecord<Item>(
  item: Item,
  format: (item: Item) => string,
  { json = false }: { readonly json?: boolean },
): void {
  printLine(json ? JSON.stringify(item, undefined, 2) : format(item));
}

/** The first `limit` records of a list. */
export async function takeItems<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const taken: Item[] = [];
  if (limit === 0) return taken;
  for await (const item of items) {
    taken.push(item);
    if (taken.length === limit) break;
  }
  return taken;
}
