import { renameSync, writeFileSync } from 'node:fs';

/** For files that only their owner may read. */
export const OWNER_ONLY = 0o600;

/**
 * Writes the text to a file beside this one and renames it: after a crash or a power failure, the file is the old one
 * or the new one, never half of one. A failure, as on a full disk, leaves the file beside it.
 */
export function writeWhole(file: string, text: string, mode = 0o666): void {
  const beside = `${file}.new`;
  writeFileSync(beside, text, { mode, flush: true });
  renameSync(beside, file);
}
