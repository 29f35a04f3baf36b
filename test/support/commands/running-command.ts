// The commands of the repository, each in a process of its own.
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { expect } from '@jest/globals';
import type { LedgerConnection } from '../../../commands/verification/connect.ts';
import { startStoreFaultProxy } from '../../../tools/soak/faults/store-faults.ts';

export interface CommandEnd {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface RunningCommand {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly end: Promise<CommandEnd>;
}

/** Starts `npm run NAME -- WORDS`, with further flags of Node.js. */
export function startCommand(
  name: string,
  words: readonly string[],
  nodeFlags: readonly string[] = [],
): RunningCommand {
  const file = join(import.meta.dirname, `../../../bin/${name}.ts`);
  const child = spawn(process.execPath, [...nodeFlags, file, ...words]);
  let [out, error] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (error += String(text)));
  const end = new Promise<CommandEnd>((resolve) =>
    child.once('close', (code) => resolve({ code, out, error })),
  );
  return { child, end };
}

/** At which request to the store of a ledger a command is killed. */
export interface KillPoint {
  readonly ledger: LedgerConnection;
  readonly operation: string;
  readonly count: number;
}

/** Kills the command once it sends that request, which the store does not carry out. Fails if it ends before. */
export async function killCommand(
  name: string,
  words: readonly string[],
  { ledger, operation, count }: KillPoint,
): Promise<void> {
  const faults = await startStoreFaultProxy(() => ledger.endpoint);
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  const file = join(folder, 'stack.json');
  writeFileSync(file, JSON.stringify({ ledger: { ...ledger, endpoint: faults.endpoint } }));
  let left = count;
  const reached = new Promise<void>((resolve) => {
    faults.fail((sent) => {
      left -= sent === operation ? 1 : 0;
      if (left > 0) return 'none';
      resolve();
      return 'hang';
    });
  });
  const { child, end } = startCommand(name, [...words, '--stack', file]);
  await Promise.race([reached, end]);
  child.kill('SIGKILL');
  expect(await end).toMatchObject({ code: null });
  await faults.stop();
  rmSync(folder, { recursive: true });
}
