// Reads one slice of the journal and writes its rows into files, in bounded memory and time.
import { writeWorkObject } from '../../artifacts/objects.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import {
  toControlTotalsView,
  ZERO_TOTALS,
  RunningTotals,
} from '../../domain/exports/control-totals.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ExportScope } from '../../domain/exports/export-scope.ts';
import { FiscalYearReader } from '../../domain/exports/fiscal-year.ts';
import type { ChainedEntry } from '../../ledger/journal/items.ts';
import { streamJournal, buildRemainingRange } from '../../ledger/journal/journal-order.ts';
import type { Store } from '../../ledger/store/store.ts';
import { findingsFileKey, readSliceTotals, rowsFileKey, summaryFileKey } from './export-input.ts';
import type { SliceInput, SliceWork } from './export-input.ts';
import { RowFileWriter } from './row-files.ts';

export interface SliceWriterOptions {
  readonly store: Store;
  readonly bucket: ObjectLockBucket;
  readonly format: ExportFormat;
  readonly scope: ExportScope;
  /** Whether the time is up; called after each chunk of entries. */
  readonly isOver: () => boolean;
}

/**
 * Continues a slice from its checkpoint. If it is not done, call it again with the returned checkpoint.
 * The same input produces the same files.
 */
export async function writeSlice(
  input: SliceInput,
  writing: SliceWriterOptions,
): Promise<{ work: SliceWork; isDone: boolean }> {
  const { slice, work } = input;
  const rest = work?.last === undefined ? slice : buildRemainingRange(slice, work.last);
  const writer = new SliceWriter(input, writing);
  try {
    for await (const chunk of streamJournal(writing.store, input.tenant, rest)) {
      await writer.add(chunk);
      if (writing.isOver()) return { work: await writer.end(), isDone: false };
    }
  } catch (error) {
    await writer.leave();
    throw error;
  }
  const done = await writer.end();
  await writeWorkObject(
    writing.bucket,
    summaryFileKey(input, slice.index),
    Buffer.from(JSON.stringify(done)),
  );
  return { work: done, isDone: true };
}

/** Keeps the checkpoint within the state of a state machine; hardly an institution has as many. */
const OPERATORS_MAX = 2_000;

class SliceWriter {
  readonly #input: SliceInput;
  readonly #writing: SliceWriterOptions;
  readonly #rowFiles: RowFileWriter;
  readonly #totals: RunningTotals;
  readonly #operators: Set<string>;
  #hasMoreOperators: boolean;
  /** Absent where entries are chosen by the time of posting: all of the slice belong to the file. */
  readonly #year: FiscalYearReader | undefined;
  #files: number;
  #rows: number;
  #bytes: number;
  #last: string | undefined;

  constructor(input: SliceInput, writing: SliceWriterOptions) {
    const { work } = input;
    this.#input = input;
    this.#writing = writing;
    const { format, scope } = writing;
    this.#rowFiles = new RowFileWriter((file) => this.#put(file), scope.encoding);
    this.#year = format.fiscalYear && new FiscalYearReader(format.fiscalYear, scope);
    this.#totals = new RunningTotals(work ? readSliceTotals(work) : ZERO_TOTALS);
    this.#operators = new Set(work?.operators);
    this.#hasMoreOperators = work?.hasMoreOperators ?? false;
    this.#files = work?.files ?? 0;
    this.#rows = work?.rows ?? 0;
    this.#bytes = work?.bytes ?? 0;
    this.#last = work?.last;
  }

  async add(chunk: Iterable<ChainedEntry>): Promise<void> {
    const { format, scope } = this.#writing;
    for (const exported of chunk) {
      this.#last = exported.entry.id;
      if (this.#year?.read(exported.entry) === false) continue;
      const rows = format.entry(exported, scope);
      this.#totals.add(exported.entry);
      this.#addOperator(exported.entry.postedBy);
      this.#rows += rows.length;
      await this.#rowFiles.add(rows.join(''));
    }
  }

  async end(): Promise<SliceWork> {
    await this.#rowFiles.end();
    const counted = await this.#putFindings();
    return {
      files: this.#files,
      rows: this.#rows,
      bytes: this.#bytes,
      totals: toControlTotalsView(this.#totals.now),
      operators: [...this.#operators].toSorted(),
      ...(this.#hasMoreOperators && { hasMoreOperators: true }),
      ...counted,
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }

  /** Waits for writes under way, so that none of them arrives after a retry has started. */
  leave(): Promise<void> {
    return this.#rowFiles.leave();
  }

  #addOperator(id: string): void {
    if (this.#operators.has(id)) return;
    if (this.#operators.size < OPERATORS_MAX) this.#operators.add(id);
    else this.#hasMoreOperators = true;
  }

  // Each run of the worker writes what it found itself; the assembly adds up all of it.
  async #putFindings(): Promise<Pick<SliceWork, 'findings' | 'found'>> {
    if (!this.#year) return {};
    const { work } = this.#input;
    const { findings } = this.#year;
    const file = work?.findings ?? 0;
    const key = findingsFileKey(this.#input, this.#input.slice.index, file);
    await writeWorkObject(this.#writing.bucket, key, Buffer.from(JSON.stringify(findings)));
    // Where a run of an earlier version has not counted, the sum would be wrong.
    const before = work ? work.found : 0;
    return {
      findings: file + 1,
      ...(before !== undefined && { found: before + findings.entries }),
    };
  }

  async #put(file: Buffer): Promise<void> {
    const key = rowsFileKey(this.#input, this.#input.slice.index, this.#files);
    await writeWorkObject(this.#writing.bucket, key, file);
    this.#files += 1;
    this.#bytes += file.byteLength;
  }
}
