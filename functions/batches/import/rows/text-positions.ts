// Maps offsets in the decoded text to offsets in the file.
import type { TextEncodingName } from '../../../domain/imports/import-options.ts';
import type { Chunk } from './chunks.ts';
import { countSourceBytes } from './encodings.ts';

/** Keeps only the chunks in which a row may still end. */
export class TextPositions {
  readonly #encoding: TextEncodingName;
  #chunks: { readonly chunk: Chunk; readonly start: number; readonly end: number }[] = [];
  #end = 0;

  constructor(encoding: TextEncodingName) {
    this.#encoding = encoding;
  }

  /** `settled`: no offset before it will be requested again. */
  add(chunk: Chunk, settled: number): void {
    const start = this.#end;
    this.#end += chunk.text.length;
    this.#chunks = this.#chunks.filter(({ end }) => end > settled);
    this.#chunks.push({ chunk, start, end: this.#end });
  }

  /** The offset in the file of an offset in the text. */
  inFile(offset: number): number {
    const found = this.#chunks.find(({ start, end }) => start <= offset && offset <= end);
    if (!found) throw new Error(`no chunk contains offset ${offset}`);
    const { chunk, start } = found;
    return chunk.offset + countSourceBytes(this.#encoding, chunk.text, offset - start);
  }
}
