// How far a mapping has come, in a file of its own: a restart goes on behind the last batch.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Position } from './stream-reader.ts';

type Stored = Position & { streamArn: string };

export class Checkpoint {
  readonly #file: string | undefined;
  readonly #streamArn: string;

  /** Without a file it lasts as long as the runner. */
  constructor(file: string | undefined, streamArn: string) {
    this.#file = file;
    this.#streamArn = streamArn;
  }

  /** Undefined at the first start, and when the table was made anew since. */
  read(): Position | undefined {
    if (this.#file === undefined || !existsSync(this.#file)) return undefined;
    const { streamArn, ...position } = JSON.parse(readFileSync(this.#file, 'utf8')) as Stored;
    return streamArn === this.#streamArn ? position : undefined;
  }

  // In a file beside it first: a crash leaves the old place or the new one, not half of one.
  write(position: Position) {
    if (this.#file === undefined) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    const stored: Stored = { streamArn: this.#streamArn, ...position };
    writeFileSync(`${this.#file}.new`, JSON.stringify(stored));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
