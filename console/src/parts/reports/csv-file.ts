// What a list is saved as.

/** More rows are no table that a person reads: exports are for them. */
export const CSV_ROWS_MAX = 50_000;

export interface CsvFileColumn<Item> {
  readonly heading: string;
  readonly cell: (item: Item) => string;
}
