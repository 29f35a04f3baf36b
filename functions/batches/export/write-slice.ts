// Reads one slice of the journal and writes its rows into files, in bounded memory and time.
import { writeWorkObject } from '../../artifacts/objects.ts';
import type { ObjectLockBucket } from '../../artifacts/object-lock-bucket.ts';
import {
  fromControlTotalsView,
  toControlTotalsView,
  ZERO_TOTALS,
  RunningTotals,
} from '../../domain/exports/control-totals.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ChainedEntry } from '../../ledger/journal/items.ts';
import { streamJournal, buildRemainingRange } from '../../ledger/journal/journal-order.ts';
import type { Store } from '../../ledger/store/store.ts';
import { rowsFileKey, summaryFileKey } from './export-input.ts';
import type { SliceInput, SliceWork } from './export-input.ts';
import { RowFileWriter } from './row-files.ts';

export interface SliceWriterOptions {
  readonly store: Store;
  readonly bucket: ObjectLockBucket;
  readonly format: ExportFormat;
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

class SliceWriter {
  readonly #input: SliceInput;
  readonly #writing: SliceWriterOptions;
  readonly #rowFiles = new RowFileWriter((file) => this.#put(file));
  readonly #totals: RunningTotals;
  #files: number;
  #rows: number;
  #bytes: number;
  #last: string | undefined;

  constructor(input: SliceInput, writing: SliceWriterOptions) {
    const { work } = input;
    this.#input = input;
    this.#writing = writing;
    this.#totals = new RunningTotals(work ? fromControlTotalsView(work.totals) : ZERO_TOTALS);
    this.#files = work?.files ?? 0;
    this.#rows = work?.rows ?? 0;
    this.#bytes = work?.bytes ?? 0;
    this.#last = work?.last;
  }

  async add(chunk: Iterable<ChainedEntry>): Promise<void> {
    const { format } = this.#writing;
    for (const exported of chunk) {
      const rows = format.entry(exported);
      this.#totals.add(exported.entry);
      this.#rows += rows.length;
      this.#last = exported.entry.id;
      await this.#rowFiles.add(rows.join(''));
    }
  }

  async end(): Promise<SliceWork> {
    await this.#rowFiles.end();
    return {
      files: this.#files,
      rows: this.#rows,
      bytes: this.#bytes,
      totals: toControlTotalsView(this.#totals.now),
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }

  /** Waits for writes under way, so that none of them arrives after a retry has started. */
  leave(): Promise<void> {
    return this.#rowFiles.leave();
  }

  async #put(file: Buffer): Promise<void> {
    const key = rowsFileKey(this.#input, this.#input.slice.index, this.#files);
    await writeWorkObject(this.#writing.bucket, key, file);
    this.#files += 1;
    this.#bytes += file.byteLength;
  }
}
