// The checkpoint of a mapping in a file of its own, so that a restart continues after the last batch.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseStored } from '../files/parse-stored.ts';
import type { StreamPosition } from './stream-reader.ts';

type StoredCheckpoint = StreamPosition & { readonly streamArn: string };

export class StreamCheckpoint {
  readonly #file: string | undefined;
  readonly #streamArn: string;
  #next: StreamPosition | undefined;
  #writing: Promise<void> | undefined;
  #fault: unknown;

  /** Without a file the checkpoint is lost when the runner ends. */
  constructor(file: string | undefined, streamArn: string) {
    this.#file = file;
    this.#streamArn = streamArn;
  }

  /** Undefined at the first start, and after the table was created again. */
  read(): StreamPosition | undefined {
    if (this.#file === undefined || !existsSync(this.#file)) return undefined;
    const text = readFileSync(this.#file, 'utf8');
    const { streamArn, ...position } = parseStored<StoredCheckpoint>(this.#file, text);
    return streamArn === this.#streamArn ? position : undefined;
  }

  /**
   * Writes the position to the file soon; of several positions in quick succession only the last. If
   * the runner is killed before, the mapping receives some records again, as on AWS.
   */
  write(position: StreamPosition) {
    if (this.#file === undefined) return;
    this.#next = position;
    this.#writing ??= this.#writeAll(this.#file)
      .catch((error: unknown) => {
        this.#fault = error;
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Resolves when the last position is in the file; rejects when a write failed. */
  async settled(): Promise<void> {
    await this.#writing;
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined) throw fault;
  }

  // Writes another file and renames it: after a crash the file holds the old position or the new one.
  async #writeAll(file: string) {
    await mkdir(dirname(file), { recursive: true });
    while (this.#next) {
      const stored: StoredCheckpoint = { streamArn: this.#streamArn, ...this.#next };
      this.#next = undefined;
      await writeFile(`${file}.new`, JSON.stringify(stored), { flush: true });
      await rename(`${file}.new`, file);
    }
  }
}
