// Compares a file with an export by the parts of its manifest. One part is in memory at a time, so a file may have
// any size.
import { bytesToHex } from '@noble/hashes/utils.js';

export interface ManifestPart {
  readonly number: number;
  readonly offset: number;
  readonly size_bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface FileComparison {
  readonly expectedBytes: number;
  readonly actualBytes: number;
  readonly partCount: number;
  /** The parts that are not as the manifest says. */
  readonly differing: readonly ManifestPart[];
}

interface ComparisonOptions {
  readonly signal: AbortSignal;
  /** Called after each part with the share that is read, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Hashes the file part by part. Rejects when the signal aborts, and when the file cannot be read. */
export async function compareFile(
  file: Blob,
  parts: readonly ManifestPart[],
  { signal, onProgress }: ComparisonOptions,
): Promise<FileComparison> {
  const differing: ManifestPart[] = [];
  for (const [index, part] of parts.entries()) {
    signal.throwIfAborted();
    if ((await hashPart(file, part)) !== part.sha256) differing.push(part);
    onProgress((index + 1) / parts.length);
  }
  const last = parts.at(-1);
  return {
    expectedBytes: last === undefined ? 0 : last.offset + last.size_bytes,
    actualBytes: file.size,
    partCount: parts.length,
    differing,
  };
}

/** Whether the file is the export, to the last byte. */
export function isSameFile({ expectedBytes, actualBytes, differing }: FileComparison): boolean {
  return expectedBytes === actualBytes && differing.length === 0;
}

async function hashPart(file: Blob, { offset, size_bytes }: ManifestPart): Promise<string> {
  const bytes = await file.slice(offset, offset + size_bytes).arrayBuffer();
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
