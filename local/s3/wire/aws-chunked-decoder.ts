// Decodes the content encoding aws-chunked. SDKs use it to send the checksum of a streamed body in a
// trailer, after the data. Signed chunks are not supported.
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { S3Error } from '../s3-error.ts';

const LINE_BYTES_MAX = 8 * 1024;

export class AwsChunkedDecoder extends Transform {
  /** The trailers by lower-case name; complete once the stream has ended. */
  readonly trailers: Record<string, string> = {};
  #state: 'size' | 'data' | 'end' | 'trailer' | 'done' = 'size';
  #left = 0;
  #line = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
    try {
      let rest = chunk;
      while (rest.length > 0) rest = this.#state === 'data' ? this.#data(rest) : this.#text(rest);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback) {
    const isWhole = this.#state === 'done' || (this.#state === 'trailer' && this.#left === 0);
    done(isWhole ? null : buildIncompleteBody());
  }

  #data(bytes: Buffer): Buffer {
    const own = bytes.subarray(0, this.#left);
    this.push(own);
    this.#left -= own.length;
    if (this.#left === 0) this.#state = 'end';
    return bytes.subarray(own.length);
  }

  // Everything but data is lines of text, and a line may arrive in several chunks.
  #text(bytes: Buffer): Buffer {
    const end = bytes.indexOf(0x0a);
    this.#line = Buffer.concat([this.#line, end < 0 ? bytes : bytes.subarray(0, end)]);
    if (this.#line.length > LINE_BYTES_MAX) throw buildIncompleteBody();
    if (end < 0) return Buffer.alloc(0);
    const line = this.#line.toString('latin1').replace(/\r$/, '');
    this.#line = Buffer.alloc(0);
    this.#take(line);
    return bytes.subarray(end + 1);
  }

  #take(line: string) {
    if (this.#state === 'size') this.#size(line);
    else if (this.#state === 'end' && line === '') this.#state = 'size';
    else if (this.#state === 'trailer' && line === '') this.#state = 'done';
    else if (this.#state === 'trailer') this.#trailer(line);
    else throw buildIncompleteBody();
  }

  #size(line: string) {
    const [, hex] = /^([\da-f]{1,12})(?:;.*)?$/i.exec(line) ?? [];
    if (hex === undefined) throw buildIncompleteBody();
    this.#left = Number.parseInt(hex, 16);
    this.#state = this.#left === 0 ? 'trailer' : 'data';
  }

  #trailer(line: string) {
    const colon = line.indexOf(':');
    if (colon < 1) throw buildIncompleteBody();
    this.trailers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
}

function buildIncompleteBody() {
  return new S3Error('IncompleteBody', 'The request body terminated unexpectedly.');
}
