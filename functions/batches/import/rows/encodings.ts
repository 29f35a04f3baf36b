// Converts the bytes of a file to UTF-8, each chunk separately.
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { TextEncodingName } from '../../../domain/imports/import-options.ts';
import { BatchFailure } from '../../batch-failure.ts';

const BYTE_ORDER_MARKS: readonly [TextEncodingName, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/**
 * The encoding of the file, and the length of its byte order mark. Throws BatchFailure if they
 * conflict.
 */
export function detectEncoding(
  start: Buffer,
  wanted: TextEncodingName | undefined,
): { encoding: TextEncodingName; markBytes: number } {
  const found = BYTE_ORDER_MARKS.find(([, mark]) => start.subarray(0, mark.length).equals(mark));
  if (!found) return { encoding: wanted ?? 'utf-8', markBytes: 0 };
  const [encoding, mark] = found;
  if (wanted === undefined || wanted === encoding) return { encoding, markBytes: mark.length };
  throw new BatchFailure(
    `The file starts with the byte order mark of ${encoding}, but options.encoding says ${wanted}.`,
  );
}

/** The number of bytes that are whole characters; the rest belongs to the next chunk. */
export function countWholeCharacterBytes(encoding: TextEncodingName, bytes: Buffer): number {
  if (encoding === 'windows-1252') return bytes.length;
  return encoding === 'utf-8' ? countWholeUtf8Bytes(bytes) : countWholeUtf16Bytes(encoding, bytes);
}

function countWholeUtf8Bytes(bytes: Buffer): number {
  let at = bytes.length - 1;
  // At most three bytes of a character follow its first.
  while (at > bytes.length - 4 && at > 0 && isUtf8Continuation(bytes[at])) at -= 1;
  const first = bytes[at] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return at + length > bytes.length ? at : bytes.length;
}

function isUtf8Continuation(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

function countWholeUtf16Bytes(encoding: TextEncodingName, bytes: Buffer): number {
  const even = bytes.length - (bytes.length % 2);
  if (even === 0) return 0;
  const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
  return high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}

/** The same text in UTF-8. Throws BatchFailure for invalid bytes and for NUL characters. */
export function toUtf8(encoding: TextEncodingName, bytes: Buffer, offset: number): Buffer {
  const text =
    encoding === 'utf-8' ? requireUtf8(bytes, offset) : decodeText(encoding, bytes, offset);
  const nul = text.indexOf(0);
  if (nul < 0) return text;
  throw new BatchFailure(
    `The file is not text: a NUL character follows byte ${offset + countSourceBytes(encoding, text, nul)}. ` +
      'If it is UTF-16 without a byte order mark, say so in options.encoding.',
  );
}

/** The number of bytes of the file that the first bytes of the text were decoded from. */
export function countSourceBytes(encoding: TextEncodingName, text: Buffer, bytes: number): number {
  if (encoding === 'utf-8') return bytes;
  const units = text.subarray(0, bytes).toString('utf8').length;
  return encoding === 'windows-1252' ? units : 2 * units;
}

function requireUtf8(bytes: Buffer, offset: number): Buffer {
  if (isUtf8(bytes)) return bytes;
  throw new BatchFailure(
    `The file is not UTF-8: see the ${bytes.length} bytes from byte ${offset} on. ` +
      'If it is in another encoding, say so in options.encoding.',
  );
}

function decodeText(encoding: TextEncodingName, bytes: Buffer, offset: number): Buffer {
  const text = iconv.decode(bytes, encoding, { stripBOM: false });
  // windows-1252 lacks the character that stands for a byte which it does not use; UTF-16 has it like any other.
  const isDecoded = encoding !== 'windows-1252' || !text.includes('\ufffd');
  if (isDecoded && text.isWellFormed()) return Buffer.from(text);
  throw new BatchFailure(
    `The file is not ${encoding}: see the ${bytes.length} bytes from byte ${offset} on.`,
  );
}
