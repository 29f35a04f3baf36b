// What the readers of CSV and of lines of JSON have in common.

/** One record of a file. */
export interface SourceRow {
  /** What the file holds for it: its columns, or the text of its line. */
  readonly content: readonly string[] | string;
  /** The place, in the text that was read, of the first byte after it. */
  readonly end: number;
}

/** Reads text in chunks, and hands over each row as soon as it is whole. */
export interface RowReader {
  write(text: Buffer): Promise<void>;
  /** The text is at its end: its last row may do without a line end. */
  end(): Promise<void>;
}

/** No row of a record is as long; what is not closed ends here. */
export const ROW_BYTES_MAX = 1024 * 1024;
