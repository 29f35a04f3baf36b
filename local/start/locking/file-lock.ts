// Locks that processes hold by a file with their own text, such as their process id.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readErrorCode } from '../../http/error-code.ts';

/** Whether the holder of a lock has left it behind, by the lock's text. */
type IsStale = (text: string, file: string) => boolean;

/**
 * Takes the lock, unless another holds it: then returns the text of that lock. A stale one is taken over. Of several
 * that find it stale, one has the claim on it, which is a lock as well, and looks once more: by then it may be the lock
 * of another, which a claim on the stale one must not remove.
 */
export function tryLock(file: string, text: string, isStale: IsStale): string | undefined {
  while (!tryCreate(file, text)) {
    const other = readText(file);
    if (other === undefined) continue;
    if (!isStale(other, file)) return other;
    const claim = `${file}.${other.trim().replaceAll(/\W+/g, '-').slice(0, 80)}`;
    const claimant = tryLock(claim, text, isStale);
    if (claimant !== undefined) return claimant;
    if (readText(file) === other && isStale(other, file)) rmSync(file, { force: true });
    unlock(claim, text);
  }
  return undefined;
}

/** Removes the lock while it is the one with this text. */
export function unlock(file: string, text: string): void {
  if (readText(file) === text) rmSync(file, { force: true });
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

/** Creates the file with the text, unless there is one: no process ever reads a lock without its text. */
function tryCreate(file: string, text: string): boolean {
  const beside = `${file}.${process.pid}.new`;
  try {
    writeFileSync(beside, text);
    linkSync(beside, file);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
