// Declares a file before it is sent: its size, its checksum, and its content if it is small. The whole file is
// hashed in pieces, so it may have any size; the browser itself hashes only what is in memory at once.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export interface FileDeclaration {
  readonly name: string;
  readonly size: number;
  /** SHA-256, hexadecimal. */
  readonly checksum: string;
  /** The file itself in base64, if it is small. */
  readonly content?: string;
}

const PIECE_BYTES = 4 * 1024 * 1024;
/** A request takes as much in itself; with a control even less, so a larger file is sent by its link. */
const CONTENT_BYTES_MAX = 100_000;

interface DeclarationOptions {
  readonly signal: AbortSignal;
  /** Called after each piece with the share that is read, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Reads the file. Rejects when the signal aborts, and when the file cannot be read. */
export async function declareFile(
  file: File,
  { signal, onProgress }: DeclarationOptions,
): Promise<FileDeclaration> {
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    signal.throwIfAborted();
    const piece = await file.slice(start, start + PIECE_BYTES).arrayBuffer();
    hash.update(new Uint8Array(piece));
    onProgress(Math.min(1, (start + PIECE_BYTES) / file.size));
  }
  const { name, size } = file;
  const checksum = bytesToHex(hash.digest());
  if (size > CONTENT_BYTES_MAX) return { name, size, checksum };
  return { name, size, checksum, content: encodeBase64(new Uint8Array(await file.arrayBuffer())) };
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
