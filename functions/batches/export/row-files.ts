// The files that a worker writes its rows into: memory of one size takes the rows and is put when it
// is full, so that what a worker holds does not depend on how long its slice is.

/** A file is no longer than that, but for one of a single entry that is. */
export const FILE_BYTES = 2 * 1024 * 1024;

/** The most that a character of a string takes in UTF-8. */
const CHARACTER_BYTES_MAX = 3;

export class RowFiles {
  readonly #put: (file: Buffer) => Promise<void>;
  readonly #held = Buffer.allocUnsafeSlow(FILE_BYTES);
  #used = 0;

  /** `put` is given each file, good until it has resolved. */
  constructor(put: (file: Buffer) => Promise<void>) {
    this.#put = put;
  }

  /** Takes the rows of one entry, which stay together. */
  async add(rows: string): Promise<void> {
    const bytesMax = rows.length * CHARACTER_BYTES_MAX;
    if (this.#used + bytesMax > FILE_BYTES) await this.end();
    if (bytesMax > FILE_BYTES) await this.#put(Buffer.from(rows));
    else this.#used += this.#held.write(rows, this.#used);
  }

  /** Puts what is left. */
  async end(): Promise<void> {
    const used = this.#used;
    this.#used = 0;
    if (used > 0) await this.#put(this.#held.subarray(0, used));
  }
}
