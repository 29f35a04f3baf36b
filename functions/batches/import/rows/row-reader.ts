// What the readers of CSV and NDJSON share.

/** One record of a file. */
export interface SourceRow {
  /** The columns of a CSV row, or the text of a line; empty for an empty line, which is no record. */
  readonly content: readonly string[] | string;
  /** The offset in the text of the first byte after the row. */
  readonly end: number;
}

/** Reads text in chunks, and passes on each row as soon as it is complete. */
export interface RowReader {
  write(text: Buffer): Promise<void>;
  /** Ends the text: its last row may have no line end. */
  end(): Promise<void>;
}

/** Longer than any valid row: stops the search for a missing closing quote or line end. */
export const ROW_BYTES_MAX = 1024 * 1024;
