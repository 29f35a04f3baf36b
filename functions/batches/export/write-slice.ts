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

/** A file of rows ends when it has this size: with the rows at hand, what a worker holds. */
const FILE_CHARACTERS = 8 * 1024 * 1024;

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
  #held: string[] = [];
  #characters = 0;
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
    const entries = chunk.map(({ entry }) => entry);
    this.#totals = countEntries(this.#totals, entries);
    const rows = chunk.flatMap(format.rows);
    this.#rows += rows.length;
    const text = rows.join('');
    this.#held.push(text);
    this.#characters += text.length;
    this.#last = entries.at(-1)?.id;
    if (this.#characters >= FILE_CHARACTERS) await this.#flush();
  }

  async end(): Promise<SliceWork> {
    if (this.#characters > 0) await this.#flush();
    return {
      files: this.#files,
      rows: this.#rows,
      bytes: this.#bytes,
      totals: controlTotalsView(this.#totals),
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }

  async #flush(): Promise<void> {
    const body = Buffer.from(this.#held.join(''));
    const key = rowsFile(this.#input, this.#input.slice.index, this.#files);
    await writeWork(this.#writing.vault, key, body);
    this.#files += 1;
    this.#bytes += body.byteLength;
    this.#held = [];
    this.#characters = 0;
  }
}
