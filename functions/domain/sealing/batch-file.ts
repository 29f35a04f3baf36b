// The entries of a batch in one file, from which its tiles can be written after a crash.
import { ENTRY_BYTES_MAX } from '../evidence/entry-bundles.ts';

const LENGTH_BYTES = 2;

/** Writes each entry after its length. */
export function encodeBatch(entries: readonly Uint8Array[]): Buffer {
  const parts = entries.flatMap((entry) => {
    if (entry.byteLength > ENTRY_BYTES_MAX) throw new RangeError('An entry is too long.');
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(entry.byteLength);
    return [length, entry];
  });
  return Buffer.concat(parts);
}

/** Reads the entries. Throws RangeError when the file ends within one. */
export function decodeBatch(file: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < file.byteLength;) {
    const start = at + LENGTH_BYTES;
    const end = start + file.readUInt16BE(at);
    if (end > file.byteLength) throw new RangeError('The batch ends within an entry.');
    entries.push(file.subarray(start, end));
    at = end;
  }
  return entries;
}
