// Numbers the entries of an export: workers write rows before the entry numbers are known.
import { NEXT_NUMBER, SAME_NUMBER } from '../../domain/exports/export-format.ts';

const NEXT_NUMBER_CODE = NEXT_NUMBER.charCodeAt(0);
const SAME_NUMBER_CODE = SAME_NUMBER.charCodeAt(0);

/** Replaces each NEXT_NUMBER by 1, 2, 3 and so on, and each SAME_NUMBER by the number before it. */
export async function* numberEntries(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const piece of pieces) {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte !== NEXT_NUMBER_CODE && byte !== SAME_NUMBER_CODE) continue;
      if (byte === NEXT_NUMBER_CODE) number += 1;
      parts.push(piece.subarray(from, at), Buffer.from(String(number)));
      from = at + 1;
    }
    yield from === 0 ? piece : Buffer.concat([...parts, piece.subarray(from)]);
  }
}
