import { rmSync } from 'node:fs';
import { OWNER_ONLY, writeWhole } from '../files/write-whole.ts';

/** Replaces a file that only its owner may read. A failure, as on a full disk, leaves the old one and nothing else. */
export function replaceFile(file: string, text: string): void {
  try {
    writeWhole(file, text, OWNER_ONLY);
  } catch (error) {
    rmSync(`${file}.new`, { force: true });
    throw error;
  }
}
