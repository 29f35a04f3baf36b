// A folder for the time of a measurement, which also goes when the process is interrupted or killed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

// The shell reads from a pipe of this process, which the kernel closes at its end. The children of this process may
// write for a moment longer, so that the folder has to stay away for some seconds.
const GUARD_SCRIPT = 'cat <&3 >&2; while [ -e "$1" ]; do rm -rf -- "$1" 2>&-; sleep 3; done';

/** Creates a folder whose name starts so; what is left of it goes soon after the end of this process. */
export function createTemporaryFolder(prefix: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  const guard = spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'guard', path], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  guard.unref();
  (guard.stdio[3] as Socket).unref();
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
      (guard.stdio[3] as Socket).destroy();
    },
  };
}
