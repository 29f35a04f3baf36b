// Divides a file into UTF-8 chunks of one size, cut between characters. The cuts depend only on the
// file and not on how the network delivered it, so that every run produces the same chunks.
import type { TextEncodingName } from '../../../domain/imports/import-options.ts';
import { BatchFailure } from '../../batch-failure.ts';
import { toUtf8, countWholeCharacterBytes } from './encodings.ts';

export interface Chunk {
  /** The offset in the file of its first byte. */
  readonly offset: number;
  /** The number of bytes of the file that it was decoded from. */
  readonly sourceBytes: number;
  readonly text: Buffer;
}

/** `offset` is the offset in the file of the first piece; `chunkBytes` must be at least eight. */
export async function* splitIntoChunks(
  pieces: AsyncIterable<Buffer>,
  {
    encoding,
    offset,
    chunkBytes,
  }: { encoding: TextEncodingName; offset: number; chunkBytes: number },
): AsyncGenerator<Chunk> {
  const wholeIn = (bytes: Buffer) => countWholeCharacterBytes(encoding, bytes);
  let position = offset;
  for await (const bytes of splitEvenly(pieces, chunkBytes, wholeIn)) {
    yield { offset: position, sourceBytes: bytes.length, text: toUtf8(encoding, bytes, position) };
    position += bytes.length;
  }
}

async function* splitEvenly(
  pieces: AsyncIterable<Buffer>,
  chunkBytes: number,
  wholeIn: (bytes: Buffer) => number,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    while (held.length >= chunkBytes) {
      const whole = wholeIn(held.subarray(0, chunkBytes));
      yield held.subarray(0, whole);
      held = held.subarray(whole);
    }
  }
  if (held.length === 0) return;
  if (wholeIn(held) < held.length) {
    throw new BatchFailure(
      'The file ends within a character: it is cut off or not in its encoding.',
    );
  }
  yield held;
}
