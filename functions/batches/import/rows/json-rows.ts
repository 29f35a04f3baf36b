// Reads the lines of a file of JSON records (NDJSON).
import { BatchFailure } from '../../batch-failure.ts';
import { ROW_BYTES_MAX } from './row-reader.ts';
import type { SourceRow, RowReader } from './row-reader.ts';

const LINE_END = 0x0a;

export class JsonRows implements RowReader {
  readonly #take: (row: SourceRow) => void;
  readonly #name: () => string;
  #held: Buffer = Buffer.alloc(0);
  /** The offset in the text of the first byte held. */
  #offset = 0;

  constructor(take: (row: SourceRow) => void, name: () => string) {
    this.#take = take;
    this.#name = name;
  }

  async write(text: Buffer): Promise<void> {
    const bytes = this.#held.length === 0 ? text : Buffer.concat([this.#held, text]);
    let start = 0;
    for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, start)) {
      this.#line(bytes.subarray(start, at), this.#offset + at + 1);
      start = at + 1;
    }
    this.#held = bytes.subarray(start);
    this.#offset += start;
    this.#refuseLong(this.#held.length);
  }

  async end(): Promise<void> {
    this.#line(this.#held, this.#offset + this.#held.length);
  }

  #line(bytes: Buffer, end: number) {
    this.#refuseLong(bytes.length);
    const content = bytes.toString('utf8').trim();
    this.#take({ content, end });
  }

  #refuseLong(bytes: number) {
    if (bytes <= ROW_BYTES_MAX) return;
    throw new BatchFailure(`${this.#name()} is longer than ${ROW_BYTES_MAX} bytes.`);
  }
}
