// A child process that cannot outlive us, however we end.
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { readLines } from '../http/lines.ts';

export interface GuardedChild {
  /** Every line the child writes, on either stream. */
  onLine(listener: (line: string) => void): void;
  /** Resolves with a few words on how the child ended; never rejects. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

// The shell holds the read end of a pipe whose write end is ours. The kernel closes our end
// when we stop, crash or are killed, and only then does `cat` return and the child end.
// The child does not get the pipe, and a session of its own keeps Ctrl-C from reaching it first.
const GUARD_SCRIPT = '"$@" 3<&- & child=$!; (cat <&3 >&2; kill $child 2>&-) & wait $child';

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
