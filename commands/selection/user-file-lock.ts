// The lock on what the commands of one user store, so that two of them change it one after the other.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../local/start/data-folder.ts';

const PAUSE_MS = 50;
/** No command works under the lock for longer: it has lost its network, or its process id is another program's. */
const LOCKED_MAX_MS = 120_000;

/** Does the work while no other process that asks for the same lock does. */
export async function withLock<Result>(
  file: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const owner = `${process.pid} ${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  while (!tryCreate(file, owner)) {
    removeStale(file);
    await sleep(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    if (readOwner(file) === owner) rmSync(file, { force: true });
  }
}

/** Creates the file with the text, unless there is one. */
function tryCreate(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a command that was killed. Of several that find it stale, one has the claim on it, and looks once
 * more: the lock may be another one by then, which a claim on this one must not remove.
 */
function removeStale(file: string): void {
  const owner = readOwner(file);
  if (owner === undefined || !isStale(file, owner)) return;
  const claim = `${file}.${owner.split(' ')[1]}`;
  if (!tryCreate(claim, '')) return;
  if (readOwner(file) === owner) rmSync(file, { force: true });
  rmSync(claim, { force: true });
}

function isStale(file: string, owner: string): boolean {
  const [pid] = owner.split(' ').map(Number);
  const isOwn = pid === process.pid;
  if (!isOwn && pid !== undefined && Number.isInteger(pid) && !isAlive(pid)) return true;
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - since > LOCKED_MAX_MS;
}

function readOwner(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
