// The files that a worker writes its rows into. One buffer fills while the other is written, so that
// the memory of a worker does not depend on the length of its slice.
import { DEFAULT_ENCODING } from '../../domain/exports/export-encoding.ts';
import type { ExportEncoding } from '../../domain/exports/export-encoding.ts';
import { encodeText } from './export-text.ts';

/** The maximum size of a file, except for a single entry that is larger. */
export const FILE_BYTES = 2 * 1024 * 1024;

/** The maximum bytes that a UTF-16 code unit takes in UTF-8. */
const CHARACTER_BYTES_MAX = 3;

export class RowFileWriter {
  readonly #put: (file: Buffer) => Promise<void>;
  readonly #encoding: ExportEncoding;
  #held = Buffer.allocUnsafeSlow(FILE_BYTES);
  #other = Buffer.allocUnsafeSlow(FILE_BYTES);
  #used = 0;
  #putting: Promise<void> = Promise.resolve();

  /** Calls `put` for one file at a time; a file's buffer is valid until `put` resolves. */
  constructor(put: (file: Buffer) => Promise<void>, encoding = DEFAULT_ENCODING) {
    this.#put = put;
    this.#encoding = encoding;
  }

  /** Adds the rows of one entry, which stay in one file. */
  async add(rows: string): Promise<void> {
    if (this.#encoding !== 'UTF-8') return this.#addBytes(encodeText(rows, this.#encoding));
    const bytesMax = rows.length * CHARACTER_BYTES_MAX;
    if (this.#used + bytesMax > FILE_BYTES) await this.#next();
    if (bytesMax > FILE_BYTES) await this.#begin(Buffer.from(rows));
    else this.#used += this.#held.write(rows, this.#used);
    return undefined;
  }

  async #addBytes(rows: Buffer): Promise<void> {
    if (this.#used + rows.byteLength > FILE_BYTES) await this.#next();
    if (rows.byteLength > FILE_BYTES) await this.#begin(rows);
    else this.#used += rows.copy(this.#held, this.#used);
  }

  /** Writes the remaining rows; resolves when all files are written. */
  async end(): Promise<void> {
    await this.#next();
    await this.#putting;
  }

  /** Discards the remaining rows; resolves when no write is under way, whether it succeeded or not. */
  async leave(): Promise<void> {
    await this.#putting.catch(() => undefined);
  }

  async #next(): Promise<void> {
    if (this.#used === 0) return;
    const file = this.#held.subarray(0, this.#used);
    await this.#begin(file);
    [this.#held, this.#other] = [this.#other, this.#held];
    this.#used = 0;
  }

  // Wait only for the previous file: its buffer is then free.
  async #begin(file: Buffer): Promise<void> {
    await this.#putting;
    this.#putting = this.#put(file);
    // The next await reports the failure; until then it must not count as unhandled.
    this.#putting.catch(() => undefined);
  }
}
