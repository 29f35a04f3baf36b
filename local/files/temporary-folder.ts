// A folder for the time of a measurement, which also goes when the process is interrupted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Creates a folder whose name starts so; what is left of it goes when the process exits. */
export function createTemporaryFolder(prefix: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  // A child process may still write into it, and end a moment later.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  return {
    path,
    remove() {
      process.off('exit', remove);
      remove();
    },
  };
}
