// The lock on what the commands of one user store, so that two of them change it one after the other.
import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, tryLock, unlock } from '../../local/start/locking/file-lock.ts';

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
  while (tryLock(file, owner, isStale) !== undefined) await sleep(PAUSE_MS);
  try {
    return await work();
  } finally {
    unlock(file, owner);
  }
}

function isStale(owner: string, file: string): boolean {
  const [pid] = owner.split(' ').map(Number);
  const isOwn = pid === process.pid;
  if (!isOwn && pid !== undefined && Number.isInteger(pid) && !isAlive(pid)) return true;
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - since > LOCKED_MAX_MS;
}
