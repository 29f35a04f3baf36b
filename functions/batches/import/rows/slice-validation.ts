// Validates a file slice by slice: each slice starts at the start of a row and returns the checkpoint
// of the next. The result depends only on the file and the checkpoint, so a slice can be repeated at
// any time.
import { BalancedEntries } from '../../../domain/imports/balanced-entries.ts';
import type { OpenEntry } from '../../../domain/imports/balanced-entries.ts';
import type { TextEncodingName, ImportOptions } from '../../../domain/imports/import-options.ts';
import type { RecordType } from '../../../domain/imports/record-types.ts';
import type { RowCheckOptions, RowObserver } from '../../../domain/imports/row-check.ts';
import { formatCsvLine, formatJsonLine } from '../../../domain/imports/rejections.ts';
import type { Rejection } from '../../../domain/imports/rejections.ts';
import { BatchFailure } from '../../batch-failure.ts';
import { splitIntoChunks } from './chunks.ts';
import { CsvRows } from './csv-rows.ts';
import { mapColumns } from './columns.ts';
import type { Columns } from './columns.ts';
import { JsonRows } from './json-rows.ts';
import { buildCsvFaultFinder, buildJsonFaultFinder } from './row-faults.ts';
import type { SourceRow, RowReader } from './row-reader.ts';
import { TextPositions } from './text-positions.ts';

export interface ImportFileFormat {
  readonly mediaType: 'text/csv' | 'application/x-ndjson';
  readonly encoding: TextEncodingName;
  readonly options: ImportOptions;
  readonly type: RecordType;
  /** Observes each row; not for rows that are lines of entries. */
  readonly watch?: RowObserver;
}

/** Where the validation continues, and its counts so far. */
export interface ImportCheckpoint {
  /** The offset in the file at which the next row starts. */
  readonly offset: number;
  /** The columns of a CSV file, once its heading has been read. */
  readonly columns?: Columns;
  readonly rows: number;
  readonly rejectedRows: number;
  readonly rejections: number;
  /** The entry whose lines continue in the next slice, if the rows are lines of entries. */
  readonly open?: OpenEntry;
}

/** The checkpoint before the first row; `markBytes` is the length of the byte order mark. */
export function buildFirstCheckpoint(markBytes: number): ImportCheckpoint {
  return { offset: markBytes, rows: 0, rejectedRows: 0, rejections: 0 };
}

export interface ValidatedSlice {
  readonly checkpoint: ImportCheckpoint;
  /** Whether the slice reached the end of the file. */
  readonly isLast: boolean;
  /** The rejections, as lines of JSON and as lines of the report. */
  readonly lines: Buffer;
  readonly report: Buffer;
}

export interface SliceLimits {
  /** The size of the chunks that are read. */
  readonly chunkBytes: number;
  /** Bytes of the file in one slice. */
  readonly bytes: number;
  /** Size of the rejections: a slice ends with the row that exceeds it. */
  readonly outputBytes: number;
  /** Rejections of the whole file: more would not help the operator. */
  readonly rejections: number;
}

export const SLICE_LIMITS: SliceLimits = {
  chunkBytes: 64 * 1024,
  bytes: 32 * 1024 * 1024,
  outputBytes: 4 * 1024 * 1024,
  rejections: 1_000_000,
};

/**
 * Validates `pieces`, the file from the checkpoint's offset on. Throws BatchFailure if it cannot be
 * read.
 */
export async function validateSlice(
  pieces: AsyncIterable<Buffer>,
  form: ImportFileFormat,
  before: ImportCheckpoint,
  limits: SliceLimits = SLICE_LIMITS,
): Promise<ValidatedSlice> {
  const work = new SliceValidation(form, before, limits);
  const reader = work.reader();
  const positions = new TextPositions(form.encoding);
  const { encoding } = form;
  const { chunkBytes } = limits;
  const { offset } = before;
  for await (const chunk of splitIntoChunks(pieces, { encoding, offset, chunkBytes })) {
    positions.add(chunk, work.end);
    await reader.write(chunk.text);
    const read = chunk.offset + chunk.sourceBytes - offset;
    if (work.isFull || (read >= limits.bytes && work.end > 0)) {
      return work.slice(positions.inFile(work.end), false);
    }
  }
  await reader.end();
  work.requireHeading();
  if (work.isFull) return work.slice(positions.inFile(work.end), false);
  work.endEntry();
  return work.slice(work.end === 0 ? offset : positions.inFile(work.end), true);
}

class SliceValidation {
  readonly #form: ImportFileFormat;
  readonly #limits: SliceLimits;
  readonly #lines: string[] = [];
  readonly #report: string[] = [];
  #faults: ((row: number, content: SourceRow['content']) => readonly Rejection[]) | undefined;
  #columns: Columns | undefined;
  #rows: number;
  #rejectedRows: number;
  #rejections: number;
  readonly #entries: BalancedEntries | undefined;
  /** The record of the current row; undefined if the row cannot be read. */
  #record: Parameters<RowObserver>[1] | undefined;
  #outputCharacters = 0;
  /** The offset in the text after the last row that was validated. */
  end = 0;

  constructor(form: ImportFileFormat, before: ImportCheckpoint, limits: SliceLimits) {
    this.#form = form;
    this.#limits = limits;
    this.#rows = before.rows;
    this.#rejectedRows = before.rejectedRows;
    this.#rejections = before.rejections;
    const { entry } = form.type;
    this.#entries = entry && new BalancedEntries(entry, before.open);
    if (form.mediaType === 'application/x-ndjson') {
      const faults = buildJsonFaultFinder(form.type, this.#checkOptions);
      this.#faults = (row, content) => faults(row, content as string);
    } else if (before.columns) this.#setColumns(before.columns);
  }

  reader(): RowReader {
    const take = (row: SourceRow) => this.#take(row);
    const name = () => (this.#faults ? `Row ${this.#rows + 1}` : 'The heading');
    const { mediaType, options } = this.#form;
    return mediaType === 'text/csv'
      ? new CsvRows(options.delimiter ?? ',', take, name)
      : new JsonRows(take, name);
  }

  requireHeading(): void {
    if (!this.#faults) throw new BatchFailure('The file is empty: it has no heading.');
  }

  get isFull(): boolean {
    return this.#outputCharacters >= this.#limits.outputBytes;
  }

  /** Ends the last entry at the end of the file. */
  endEntry(): void {
    const ended = this.#entries?.end();
    if (ended) this.#reject([ended]);
  }

  slice(offset: number, isLast: boolean): ValidatedSlice {
    const open = this.#entries?.open;
    return {
      checkpoint: {
        offset,
        ...(this.#columns && { columns: this.#columns }),
        rows: this.#rows,
        rejectedRows: this.#rejectedRows,
        rejections: this.#rejections,
        ...(open && { open }),
      },
      isLast,
      lines: Buffer.from(this.#lines.join('')),
      report: Buffer.from(this.#report.join('')),
    };
  }

  get #checkOptions(): RowCheckOptions {
    const { options, watch: observer } = this.#form;
    if (!this.#entries) return { ...options, watch: observer };
    return { ...options, watch: (_row, record) => (this.#record = record) };
  }

  #setColumns(columns: Columns) {
    const faults = buildCsvFaultFinder(this.#form.type, this.#checkOptions, columns);
    this.#columns = columns;
    this.#faults = (row, content) => faults(row, content as readonly string[]);
  }

  #take({ content, end }: SourceRow) {
    // Rows after the one that filled the slice belong to the next slice.
    if (this.isFull) return;
    this.end = end;
    // An empty line: a slice may end with it, however many there are.
    if (content.length === 0) return;
    if (!this.#faults) {
      this.#setColumns(mapColumns(content as readonly string[], this.#form.options));
      return;
    }
    this.#rows += 1;
    this.#record = undefined;
    const rejections = this.#faults(this.#rows, content);
    const ended = this.#addToEntry(rejections.length === 0);
    if (ended) this.#reject([ended]);
    if (rejections.length > 0) this.#reject(rejections);
  }

  /** Adds the current row to its entry. Returns the fault of the entry that ended before it, if any. */
  #addToEntry(isSound: boolean): Rejection | undefined {
    if (this.#record) return this.#entries?.add(this.#rows, this.#record, isSound);
    this.#entries?.skip();
    return undefined;
  }

  #reject(rejections: readonly Rejection[]) {
    this.#rejectedRows += 1;
    this.#rejections += rejections.length;
    if (this.#rejections > this.#limits.rejections) {
      throw new BatchFailure(
        `The file has more than ${this.#limits.rejections} faults, the last of them in row ` +
          `${this.#rows}: it is probably not of this kind.`,
      );
    }
    for (const rejection of rejections) {
      const line = formatJsonLine(rejection);
      this.#lines.push(line);
      this.#report.push(formatCsvLine(rejection));
      this.#outputCharacters += line.length;
    }
  }
}
