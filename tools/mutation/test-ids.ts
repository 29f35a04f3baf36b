// The identifiers of tests in a mutation run: file and name, so that a mutant is tried only in the files whose
// tests reach it.
const SEPARATOR = '::';

export interface TestsOfFile {
  readonly file: string;
  readonly names: readonly string[];
}

export function formatTestId(file: string, name: string): string {
  return `${file}${SEPARATOR}${name}`;
}

/** The tests by file; the files keep the order of `order`, others follow. */
export function groupByFile(ids: readonly string[], order: readonly string[] = []): TestsOfFile[] {
  const byFile = Map.groupBy(ids, (id) => id.slice(0, id.indexOf(SEPARATOR)));
  const ranks = new Map(order.map((file, rank) => [file, rank]));
  const rankOf = (file: string) => ranks.get(file) ?? ranks.size;
  return [...byFile]
    .map(([file, own]) => {
      const names = own.map((id) => id.slice(id.indexOf(SEPARATOR) + SEPARATOR.length));
      return { file, names };
    })
    .toSorted((first, second) => rankOf(first.file) - rankOf(second.file));
}

/** A pattern that matches exactly these names of tests. */
export function matchNames(names: readonly string[]): string {
  const escaped = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return `^(${escaped.join('|')})$`;
}
