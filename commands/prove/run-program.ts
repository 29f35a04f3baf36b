// Runs another program and keeps what it prints.
import { spawn } from 'node:child_process';

export interface ProgramOptions {
  /** The working directory; by default this checkout. */
  readonly folder?: string;
}

/** Resolves with what the program has printed; rejects when it fails, with its last lines. */
export type RunProgram = (
  program: string,
  words: readonly string[],
  options?: ProgramOptions,
) => Promise<string>;

const CHECKOUT = `${import.meta.dirname}/../..`;

const LAST_LINES = 15;

/** Runs programs without a shell, so that no word of theirs is taken for a command. */
export function buildProgramRunner(): RunProgram {
  return async (program, words, { folder = CHECKOUT } = {}) => {
    const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let errors = '';
    child.stdout.on('data', (data: Buffer) => {
      printed += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      errors += data.toString();
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    if (code === 0) return printed;
    const last = `${printed}\n${errors}`.trim().split('\n').slice(-LAST_LINES).join('\n');
    throw new Error(`${program} ${words.slice(0, 3).join(' ')} … ended with ${code}:\n${last}`);
  };
}
