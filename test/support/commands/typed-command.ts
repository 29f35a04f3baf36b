// The commands of the repository as someone types them who has nothing set up: no stack, no profile, nothing for AWS.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandEnd } from './running-command.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Only ends a command that hangs, on however busy a machine. */
const ANSWER_TIMEOUT_MS = 300_000;

export interface TypedCommands {
  /** Runs a program of bin/; the code is null if it had to be ended. */
  run(command: string, ...words: string[]): Promise<CommandEnd>;
  /** Runs `countinghouse`. */
  runCountinghouse(...words: string[]): Promise<CommandEnd>;
  writeProfiles(profiles: object): void;
  readProfiles(): object;
  /** A folder without a stack. */
  readonly empty: string;
  remove(): void;
}

export function openTypedCommands(): TypedCommands {
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  const empty = join(home, 'empty');
  const profiles = join(home, '.countinghouse/profiles.json');
  mkdirSync(empty);
  mkdirSync(join(home, '.countinghouse'));
  const env = { PATH: process.env['PATH'], HOME: home, AWS_EC2_METADATA_DISABLED: 'true' };
  const start = (file: string, words: readonly string[]) => {
    const program = [join(ROOT, file), ...words];
    const child = spawn(process.execPath, program, { timeout: ANSWER_TIMEOUT_MS, env });
    let [out, error] = ['', ''];
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => (error += String(text)));
    child.stdin.end();
    return new Promise<CommandEnd>((resolve) =>
      child.once('close', (code) => resolve({ code, out, error })),
    );
  };
  return {
    run: (command, ...words) => start(`bin/${command}.ts`, words),
    runCountinghouse: (...words) => start('commands/countinghouse/main.ts', words),
    writeProfiles: (written) =>
      writeFileSync(profiles, JSON.stringify({ profiles: written, signIns: {} })),
    readProfiles: () => JSON.parse(readFileSync(profiles, 'utf8')).profiles as object,
    empty,
    remove: () => rmSync(home, { recursive: true }),
  };
}
