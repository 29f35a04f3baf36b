import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/** Reads the bytes of a file; `onRead` receives the number of bytes read so far after each piece. */
export function openPieceStream(file: string, onRead: (bytes: number) => void): Readable {
  return Readable.from(streamPieces(file, onRead), { objectMode: false });
}

async function* streamPieces(file: string, onRead: (bytes: number) => void) {
  let bytes = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    onRead(bytes);
    yield piece;
  }
}
