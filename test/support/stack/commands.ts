// The commands of the repository, each in a process of its own.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface CommandEnd {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly end: Promise<CommandEnd>;
}

/** Starts `npm run NAME -- WORDS`. */
export function startCommand(name: string, words: readonly string[]): RunningCommand {
  const file = join(import.meta.dirname, `../../../bin/${name}.ts`);
  const child = spawn(process.execPath, [file, ...words]);
  let [out, error] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (error += String(text)));
  const end = new Promise<CommandEnd>((resolve) =>
    child.once('close', (code) => resolve({ code, out, error })),
  );
  return { child, end };
}
