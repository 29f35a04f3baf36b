// Reads files that others have written: in their place may be a device or a pipe, which has no end, or more bytes than any
// such file has.
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';

/** More than any key, checkpoint, proof or signature has. */
export const NOTE_BYTES_MAX = 1024 * 1024;
/** More than any manifest has. */
export const MANIFEST_BYTES_MAX = 64 * NOTE_BYTES_MAX;

/** Throws where the path is of neither a file nor a folder. */
export function requireFile(path: string): Stats {
  const found = statSync(path);
  if (found.isFile() || found.isDirectory()) return found;
  throw new Error(`${path} is not a file.`);
}

/** Reads a whole file. Throws where there is none, or a larger one. */
export function readGivenFile(path: string, bytesMax = NOTE_BYTES_MAX): Buffer {
  const { size } = requireFile(path);
  if (size <= bytesMax) return readFileSync(path);
  throw new Error(`${path} has ${size} bytes, more than such a file can have.`);
}

/** Reads a file, or the first bytes of one that is larger: one more than `bytesMax`. */
export function readStart(path: string, bytesMax: number): Buffer {
  if (statSync(path).size <= bytesMax) return readFileSync(path);
  const bytes = Buffer.alloc(bytesMax + 1);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
