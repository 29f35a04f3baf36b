// Reads the rows of a CSV file (RFC 4180, with any of the usual line ends).
import { CsvError, Parser } from 'csv-parse';
import { BatchFailure } from '../../batch-failure.ts';
import { ROW_BYTES_MAX } from './row-reader.ts';
import type { SourceRow, RowReader } from './row-reader.ts';

const CSV_ERROR_REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'holds a quoted value that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'holds a quoted value that continues after its closing quote',
  INVALID_OPENING_QUOTE: 'holds a quote within a value that is not quoted',
};

export class CsvRows implements RowReader {
  readonly #parser: Parser;
  readonly #take: (row: SourceRow) => void;
  readonly #name: () => string;
  #fed = 0;
  /** The offset after the last row and the empty lines that follow it. */
  #last = 0;
  #emptyLines = 0;
  #failure: unknown;

  /** `name` returns the name of the next row, for error messages. */
  constructor(delimiter: string, take: (row: SourceRow) => void, name: () => string) {
    this.#take = take;
    this.#name = name;
    this.#parser = new Parser({
      delimiter,
      // In CR LF the line feed ends an empty line, which is skipped.
      record_delimiter: ['\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (content: string[], { bytes, empty_lines: emptyLines }) => {
        this.#passEmptyLines(emptyLines);
        this.#refuseLong(bytes);
        this.#last = bytes;
        take({ content, end: bytes });
        return null;
      },
    });
    this.#parser.on('error', (error) => (this.#failure ??= error));
    this.#parser.resume();
  }

  async write(text: Buffer): Promise<void> {
    this.#fed += text.length;
    await new Promise<void>((resolve) => void this.#parser.write(text, () => resolve()));
    this.#rethrow();
    this.#passEmptyLines(this.#parser.info.empty_lines);
    this.#take({ content: [], end: this.#last });
    this.#refuseLong(this.#fed);
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#parser.once('close', resolve);
      this.#parser.end();
    });
    this.#rethrow();
  }

  // An empty line is a line end alone, of one byte. `count` is that of the whole text.
  #passEmptyLines(count: number) {
    this.#last += count - this.#emptyLines;
    this.#emptyLines = count;
  }

  #refuseLong(upTo: number) {
    if (upTo - this.#last <= ROW_BYTES_MAX) return;
    throw new BatchFailure(
      `${this.#name()} is longer than ${ROW_BYTES_MAX} bytes; perhaps a quote in it is not closed.`,
    );
  }

  #rethrow() {
    const error = this.#failure;
    if (error === undefined) return;
    const reason = error instanceof CsvError ? CSV_ERROR_REASONS[error.code] : undefined;
    throw reason === undefined ? error : new BatchFailure(`${this.#name()} ${reason}.`);
  }
}
