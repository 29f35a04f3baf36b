// Reads one slice of the journal and writes its rows into files, in bounded memory and time.
import { writeWork } from '../../artifacts/objects.ts';
import type { Vault } from '../../artifacts/vault.ts';
import {
  controlTotalsOf,
  controlTotalsView,
  countEntries,
  NO_TOTALS,
} from '../../domain/exports/control-totals.ts';
import type { ControlTotals } from '../../domain/exports/control-totals.ts';
import type { ExportFormat } from '../../domain/exports/export-format.ts';
import type { ChainedEntry } from '../../ledger/items.ts';
import { journalInOrder, restAfter } from '../../ledger/journal-order.ts';
import type { Store } from '../../ledger/store.ts';
import { rowsFile, summaryFile } from './export-work.ts';
import type { SliceInput, SliceWork } from './export-work.ts';
import { RowFiles } from './row-files.ts';

export interface SliceWriting {
  readonly store: Store;
  readonly vault: Vault;
  readonly format: ExportFormat;
  /** Whether the time is up: asked after each chunk of entries. */
  readonly isOver: () => boolean;
}

/**
 * Goes on with a slice where it was left. Not done, it is to be called again with what it answers.
 * The same input gives the same files.
 */
export async function writeSlice(
  input: SliceInput,
  writing: SliceWriting,
): Promise<{ work: SliceWork; isDone: boolean }> {
  const { slice, work } = input;
  const rest = work?.last === undefined ? slice : restAfter(slice, work.last);
  const writer = new SliceWriter(input, writing);
  for await (const chunk of journalInOrder(writing.store, input.tenant, rest)) {
    await writer.add(chunk);
    if (writing.isOver()) return { work: await writer.end(), isDone: false };
  }
  const done = await writer.end();
  await writeWork(
    writing.vault,
    summaryFile(input, slice.index),
    Buffer.from(JSON.stringify(done)),
  );
  return { work: done, isDone: true };
}

class SliceWriter {
  readonly #input: SliceInput;
  readonly #writing: SliceWriting;
  readonly #rowFiles = new RowFiles((file) => this.#put(file));
  #totals: ControlTotals;
  #files: number;
  #rows: number;
  #bytes: number;
  #last: string | undefined;

  constructor(input: SliceInput, writing: SliceWriting) {
    const { work } = input;
    this.#input = input;
    this.#writing = writing;
    this.#totals = work ? controlTotalsOf(work.totals) : NO_TOTALS;
    this.#files = work?.files ?? 0;
    this.#rows = work?.rows ?? 0;
    this.#bytes = work?.bytes ?? 0;
    this.#last = work?.last;
  }

  async add(chunk: readonly ChainedEntry[]): Promise<void> {
    const { format } = this.#writing;
    this.#totals = countEntries(
      this.#totals,
      chunk.map(({ entry }) => entry),
    );
    for (const exported of chunk) {
      const rows = format.rows(exported);
      this.#rows += rows.length;
      await this.#rowFiles.add(rows.join(''));
    }
    this.#last = chunk.at(-1)?.entry.id;
  }

  async end(): Promise<SliceWork> {
    await this.#rowFiles.end();
    return {
      files: this.#files,
      rows: this.#rows,
      bytes: this.#bytes,
      totals: controlTotalsView(this.#totals),
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }

  async #put(file: Buffer): Promise<void> {
    const key = rowsFile(this.#input, this.#input.slice.index, this.#files);
    await writeWork(this.#writing.vault, key, file);
    this.#files += 1;
    this.#bytes += file.byteLength;
  }
}
