// Puts the numbers of the entries into rows that were written before anybody knew them.
import { NEXT_NUMBER, SAME_NUMBER } from '../../domain/exports/export-format.ts';

const NEXT = NEXT_NUMBER.charCodeAt(0);
const SAME = SAME_NUMBER.charCodeAt(0);

/** The pieces with 1, 2, 3 in the place of each NEXT_NUMBER, and again at each SAME_NUMBER. */
export async function* numbered(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const piece of pieces) {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte !== NEXT && byte !== SAME) continue;
      if (byte === NEXT) number += 1;
      parts.push(piece.subarray(from, at), Buffer.from(String(number)));
      from = at + 1;
    }
    yield from === 0 ? piece : Buffer.concat([...parts, piece.subarray(from)]);
  }
}
