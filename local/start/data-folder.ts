// The data folder of a runner, which it locks against other runners.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, tryLock, unlock } from './locking/file-lock.ts';
import { PARAMETERS_FILE } from './stack-parameters.ts';

export const LOCK_NAME = 'runner.pid';
/** The folders in which the services store their data: the only ones that they get. */
const SERVICE_FOLDERS = [
  'dynamodb',
  'events',
  'executions',
  // A new log must not be signed by the key of the deleted one.
  'keys',
  'log',
  'queues',
  's3',
  'schedules',
  'secrets',
  'streams',
] as const;
export type ServiceFolder = (typeof SERVICE_FOLDERS)[number];

// What a runner writes. --fresh deletes nothing else, in any folder.
const CONTENTS = [...SERVICE_FOLDERS, 'cdk.out', PARAMETERS_FILE, 'stack.json'];

/** Locks the folder and returns the unlock; throws when another runner holds it. */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, LOCK_NAME);
  const own = `${process.pid}\n`;
  const other = tryLock(file, own, (text) => {
    const owner = parseOwner(text);
    return owner === undefined || !isAlive(owner);
  });
  if (other === undefined) return () => unlock(file, own);
  const owner = parseOwner(other);
  throw new Error(
    `Another runner (process ${owner}) uses ${folder}. Stop it first; if process ${owner} ` +
      `is something else, delete ${file}.`,
  );
}

/** Whether a runner uses the folder. */
export function isInUse(folder: string): boolean {
  const owner = readOwner(join(folder, LOCK_NAME));
  return owner !== undefined && (owner === process.pid || isAlive(owner));
}

function readOwner(file: string): number | undefined {
  try {
    return parseOwner(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function parseOwner(text: string): number | undefined {
  const pid = Number(text.trim());
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

export function emptyDataFolder(folder: string) {
  for (const entry of CONTENTS) rmSync(join(folder, entry), { recursive: true, force: true });
}
