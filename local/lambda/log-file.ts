// A file that lines are appended to. It is bounded: what it held before moves to a second file.
import { closeSync, fstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';

const LINE_BREAK = 10;

export class LogFile {
  readonly #path: string;
  readonly #bytesMax: number;
  #descriptor: number;
  #bytes: number;
  /** The last line has no end: the disk was full, or the runner was killed within it. */
  #isTorn: boolean;

  constructor(path: string, bytesMax: number) {
    this.#path = path;
    this.#bytesMax = bytesMax;
    this.#descriptor = openSync(path, 'a+');
    this.#bytes = fstatSync(this.#descriptor).size;
    this.#isTorn = this.#bytes > 0 && !this.#endsLine();
  }

  /** Appends whole lines. When it throws they are lost, but for the start of one of them. */
  append(lines: string): void {
    if (this.#bytes >= this.#bytesMax) this.#replace();
    const text = Buffer.from(this.#isTorn ? `\n${lines}` : lines);
    for (let written = 0; written < text.length;) {
      const count = writeSync(this.#descriptor, text, written);
      written += count;
      this.#bytes += count;
      this.#isTorn = written < text.length;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #endsLine(): boolean {
    const last = Buffer.alloc(1);
    readSync(this.#descriptor, last, 0, 1, this.#bytes - 1);
    return last[0] === LINE_BREAK;
  }

  #replace(): void {
    renameSync(this.#path, this.#path.replace(/(\.\w+)$/, '.1$1'));
    const next = openSync(this.#path, 'a+');
    closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#bytes = 0;
    this.#isTorn = false;
  }
}
