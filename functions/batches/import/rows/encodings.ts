// From the bytes of a file to text in UTF-8, chunk by chunk, each chunk on its own.
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { Encoding } from '../../../domain/imports/import-options.ts';
import { BatchFailure } from '../../batch-failure.ts';

const marks: readonly [Encoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** How the file is written, and the length of the byte order mark that says so. */
export function encodingOf(
  start: Buffer,
  wanted: Encoding | undefined,
): { encoding: Encoding; markBytes: number } {
  const found = marks.find(([, mark]) => start.subarray(0, mark.length).equals(mark));
  if (!found) return { encoding: wanted ?? 'utf-8', markBytes: 0 };
  const [encoding, mark] = found;
  if (wanted === undefined || wanted === encoding) return { encoding, markBytes: mark.length };
  throw new BatchFailure(
    `The file begins with the byte order mark of ${encoding}, but options.encoding says ${wanted}.`,
  );
}

/** How many of the bytes are whole characters: the rest belongs to the next chunk. */
export function wholeCharacters(encoding: Encoding, bytes: Buffer): number {
  if (encoding === 'windows-1252') return bytes.length;
  return encoding === 'utf-8' ? wholeUtf8(bytes) : wholeUtf16(encoding, bytes);
}

function wholeUtf8(bytes: Buffer): number {
  let at = bytes.length - 1;
  // A character has three bytes after its first at most.
  while (at > bytes.length - 4 && at > 0 && isContinuation(bytes[at])) at -= 1;
  const first = bytes[at] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return at + length > bytes.length ? at : bytes.length;
}

function isContinuation(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

function wholeUtf16(encoding: Encoding, bytes: Buffer): number {
  const even = bytes.length - (bytes.length % 2);
  if (even === 0) return 0;
  const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
  return high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}

/** The same text in UTF-8. Refuses what is not in the encoding, and characters that no text has. */
export function inUtf8(encoding: Encoding, bytes: Buffer, offset: number): Buffer {
  const text = encoding === 'utf-8' ? sameUtf8(bytes, offset) : decoded(encoding, bytes, offset);
  const nul = text.indexOf(0);
  if (nul < 0) return text;
  throw new BatchFailure(
    `The file is no text: a NUL character follows byte ${offset + sourceBytes(encoding, text, nul)}. ` +
      'If it is UTF-16 without a byte order mark, say so in options.encoding.',
  );
}

/** How many bytes of the file became the first bytes of the text. */
export function sourceBytes(encoding: Encoding, text: Buffer, bytes: number): number {
  if (encoding === 'utf-8') return bytes;
  const units = text.subarray(0, bytes).toString('utf8').length;
  return encoding === 'windows-1252' ? units : 2 * units;
}

function sameUtf8(bytes: Buffer, offset: number): Buffer {
  if (isUtf8(bytes)) return bytes;
  throw new BatchFailure(
    `The file is not UTF-8: see the ${bytes.length} bytes from byte ${offset} on. ` +
      'If it is in another encoding, say so in options.encoding.',
  );
}

function decoded(encoding: Encoding, bytes: Buffer, offset: number): Buffer {
  const text = iconv.decode(bytes, encoding, { stripBOM: false });
  if (!text.includes('\ufffd') && text.isWellFormed()) return Buffer.from(text);
  throw new BatchFailure(
    `The file is not ${encoding}: see the ${bytes.length} bytes from byte ${offset} on.`,
  );
}
