// The first row of a CSV file, which names the columns.
import type { ImportOptions } from '../../../domain/imports/import-options.ts';
import { BatchFailure } from '../../batch-failure.ts';

const COLUMNS_MAX = 1_000;
const NAME_CHARACTERS_MAX = 128;
/** The headings are part of the checkpoint, which must fit in the state of the state machine. */
const BYTES_MAX = 64 * 1024;

/** The field of each column; null for a column that the import ignores. */
export type Columns = readonly (string | null)[];

/** Maps the headings to fields. Throws BatchFailure if they cannot name columns. */
export function mapColumns(headings: readonly string[], options: ImportOptions): Columns {
  const { header_mapping: mapping = {} } = options;
  refuseLargeHeadings(headings);
  const columns = headings.map((heading) => {
    const name = heading.trim();
    return Object.hasOwn(mapping, name) ? (mapping[name] ?? null) : name;
  });
  const seen = new Map<string, number>();
  columns.forEach((name, index) => {
    if (name === null) return;
    if (name === '') throw new BatchFailure(`Column ${index + 1} of the heading has no name.`);
    const first = seen.get(name);
    if (first !== undefined) {
      throw new BatchFailure(
        `Columns ${first + 1} and ${index + 1} of the heading have the same name ${name}.`,
      );
    }
    seen.set(name, index);
  });
  return columns;
}

function refuseLargeHeadings(headings: readonly string[]) {
  if (headings.length > COLUMNS_MAX) {
    throw new BatchFailure(`The heading has ${headings.length} columns, more than ${COLUMNS_MAX}.`);
  }
  const long = headings.findIndex((heading) => heading.trim().length > NAME_CHARACTERS_MAX);
  if (long >= 0) {
    throw new BatchFailure(
      `The name of column ${long + 1} is longer than ${NAME_CHARACTERS_MAX} characters.`,
    );
  }
  if (Buffer.byteLength(JSON.stringify(headings)) <= BYTES_MAX) return;
  throw new BatchFailure(`The heading is longer than ${BYTES_MAX} bytes.`);
}
