// Bundles of entries, as C2SP tlog-tiles defines them: for each entry its length in two bytes, big-endian,
// and the entry.
import { TILE_WIDTH } from './tiles.ts';

/** The length of an entry has two bytes. */
export const ENTRY_BYTES_MAX = 65_535;

const LENGTH_BYTES = 2;

/** Encodes 1 to 256 entries. */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Buffer {
  requireBundleWidth(entries.length);
  return encodeEntries(entries);
}

/** Decodes a bundle. Throws RangeError when it ends within an entry or has no entry or too many. */
export function decodeEntryBundle(bytes: Uint8Array): Buffer[] {
  const entries = decodeEntries(bytes, TILE_WIDTH + 1);
  requireBundleWidth(entries.length);
  return entries;
}

function requireBundleWidth(width: number): void {
  if (width > 0 && width <= TILE_WIDTH) return;
  const found = width > TILE_WIDTH ? `${TILE_WIDTH + 1} or more` : String(width);
  throw new RangeError(`A bundle has 1 to ${TILE_WIDTH} entries, not ${found}.`);
}

/** Encodes any number of entries, each after its length. */
export function encodeEntries(entries: readonly Uint8Array[]): Buffer {
  const parts = entries.flatMap((entry) => {
    if (entry.byteLength > ENTRY_BYTES_MAX) {
      throw new RangeError(
        `An entry has at most ${ENTRY_BYTES_MAX} bytes, not ${entry.byteLength}.`,
      );
    }
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(entry.byteLength);
    return [length, entry];
  });
  return Buffer.concat(parts);
}

/** Decodes entries, the first ones if there are more than `countMax`. Throws RangeError when the bytes end within one. */
export function decodeEntries(bytes: Uint8Array, countMax = Infinity): Buffer[] {
  const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Buffer[] = [];
  for (let at = 0; at < encoded.byteLength && entries.length < countMax;) {
    const start = at + LENGTH_BYTES;
    const end = start <= encoded.byteLength ? start + encoded.readUInt16BE(at) : start;
    if (end > encoded.byteLength) {
      throw new RangeError(`The bundle ends within entry ${entries.length}.`);
    }
    entries.push(encoded.subarray(start, end));
    at = end;
  }
  return entries;
}
