// The files that a worker writes its rows into: memory of one size takes the rows, and while it is
// put, another one of that size takes those that follow. What a worker holds does not depend on how
// long its slice is.

/** A file is no longer than that, but for one of a single entry that is. */
export const FILE_BYTES = 2 * 1024 * 1024;

/** The most that a character of a string takes in UTF-8. */
const CHARACTER_BYTES_MAX = 3;

export class RowFileWriter {
  readonly #put: (file: Buffer) => Promise<void>;
  #held = Buffer.allocUnsafeSlow(FILE_BYTES);
  #other = Buffer.allocUnsafeSlow(FILE_BYTES);
  #used = 0;
  #putting: Promise<void> = Promise.resolve();

  /** `put` is given one file after the other, each good until it has resolved. */
  constructor(put: (file: Buffer) => Promise<void>) {
    this.#put = put;
  }

  /** Takes the rows of one entry, which stay together. */
  async add(rows: string): Promise<void> {
    const bytesMax = rows.length * CHARACTER_BYTES_MAX;
    if (this.#used + bytesMax > FILE_BYTES) await this.#next();
    if (bytesMax > FILE_BYTES) await this.#begin(Buffer.from(rows));
    else this.#used += this.#held.write(rows, this.#used);
  }

  /** Puts what is left; all is put when it resolves. */
  async end(): Promise<void> {
    await this.#next();
    await this.#putting;
  }

  /** Puts nothing more; what is under way has ended, well or not, when it resolves. */
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

  // Waits for the file before it only, whose memory is then free.
  async #begin(file: Buffer): Promise<void> {
    await this.#putting;
    this.#putting = this.#put(file);
    // Whoever waits for it next is told; until then nobody listens.
    this.#putting.catch(() => undefined);
  }
}
