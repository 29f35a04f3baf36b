// A child process that ends with this process, even when this process is killed.
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { readLines } from '../http/lines.ts';

export interface GuardedChild {
  /** Receives each line of the child's output and error output. */
  onLine(listener: (line: string) => void): void;
  /** Resolves with the exit code or signal of the child, as text; never rejects. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

// The shell reads from a pipe that this process writes to. When this process stops, crashes or is
// killed, the kernel closes the pipe; then `cat` returns and the shell ends the child. The child does
// not inherit the pipe, and runs in its own session, so that Ctrl-C does not end it first. A limit on the
// size of files is to the child what a full disk is, an error of the write, and not the end of it.
const GUARD_SCRIPT =
  'trap "" XFSZ; "$@" 3<&- & child=$!; (cat <&3 >&2; kill $child 2>&-) & wait $child';

const STOP_TIMEOUT_MS = 5_000;

export function spawnGuarded(command: string, args: string[], folder?: string): GuardedChild {
  const shell = spawn('/bin/sh', ['-c', GUARD_SCRIPT, 'guard', command, ...args], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const lifeline = shell.stdio[3] as Writable;
  lifeline.on('error', () => undefined);

  let ended = false;
  const exited = new Promise<string>((resolve) => {
    shell.once('error', (error) => resolve(error.message));
    shell.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  }).finally(() => {
    ended = true;
    lifeline.destroy();
  });

  const killGroup = () => {
    if (!ended && shell.pid) process.kill(-shell.pid, 'SIGKILL');
  };
  return {
    onLine(listener) {
      readLines(shell.stdout, listener);
      readLines(shell.stderr, listener);
    },
    exited,
    async stop() {
      lifeline.destroy();
      const timer = setTimeout(killGroup, STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
