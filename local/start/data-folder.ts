// The data folder of a runner, which it locks against other runners.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readErrorCode } from '../http/error-code.ts';
import { PARAMETERS_FILE } from './stack-parameters.ts';

export const LOCK_NAME = 'runner.pid';
// What a runner writes. --fresh deletes nothing else, in any folder.
const CONTENTS = [
  'cdk.out',
  'dynamodb',
  'events',
  'executions',
  // A new log must not be signed by the key of the deleted one.
  'keys',
  'log',
  PARAMETERS_FILE,
  'queues',
  's3',
  'stack.json',
  'streams',
];

/** Locks the folder and returns the unlock; throws when another runner holds it. */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, LOCK_NAME);
  for (;;) {
    try {
      writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (owner !== undefined && isAlive(owner)) {
      throw new Error(
        `Another runner (process ${owner}) uses ${folder}. Stop it first; if process ${owner} ` +
          `is something else, delete ${file}.`,
      );
    }
    rmSync(file, { force: true });
  }
}

/** Whether a runner uses the folder. */
export function isInUse(folder: string): boolean {
  const owner = readOwner(join(folder, LOCK_NAME));
  return owner !== undefined && (owner === process.pid || isAlive(owner));
}

function readOwner(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim());
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether another process has this id. */
export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}

export function emptyDataFolder(folder: string) {
  for (const entry of CONTENTS) rmSync(join(folder, entry), { recursive: true, force: true });
}
