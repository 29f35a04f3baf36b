// From a place in the text that was read back to the place in the file.
import type { TextEncodingName } from '../../../domain/imports/import-options.ts';
import type { Chunk } from './chunks.ts';
import { countSourceBytes } from './encodings.ts';

/** Keeps only the chunks that a row may still end in. */
export class TextPositions {
  readonly #encoding: TextEncodingName;
  #chunks: { readonly chunk: Chunk; readonly start: number; readonly end: number }[] = [];
  #end = 0;

  constructor(encoding: TextEncodingName) {
    this.#encoding = encoding;
  }

  /** `settled`: no place before it will be asked for again. */
  add(chunk: Chunk, settled: number): void {
    const start = this.#end;
    this.#end += chunk.text.length;
    this.#chunks = this.#chunks.filter(({ end }) => end > settled);
    this.#chunks.push({ chunk, start, end: this.#end });
  }

  /** The place in the file of a place in the text. */
  inFile(place: number): number {
    const found = this.#chunks.find(({ start, end }) => start <= place && place <= end);
    if (!found) throw new Error(`no chunk holds the place ${place}`);
    const { chunk, start } = found;
    return chunk.offset + countSourceBytes(this.#encoding, chunk.text, place - start);
  }
}
