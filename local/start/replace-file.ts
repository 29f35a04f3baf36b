import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces a file that only its owner may read. A failure, as on a full disk, leaves the old one. */
export function replaceFile(file: string, text: string): void {
  const beside = `${file}.new`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flush: true });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
