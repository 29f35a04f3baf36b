// Remembers the stacks that run on this machine, so that a command in any folder finds the one that was
// started last.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder for what the commands remember of one user. */
export function buildUserFolder(): string {
  return join(homedir(), '.countinghouse');
}

/** Remembers the stack of this stack.json; returns the function that forgets it. */
export function rememberStack(stackFile: string): () => void {
  const path = resolve(stackFile);
  const folder = join(buildUserFolder(), 'stacks');
  const file = join(folder, createHash('sha256').update(path).digest('hex').slice(0, 16));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, path);
  } catch {
    // A user without a home can still name the data folder.
  }
  return () => rmSync(file, { force: true });
}

/** Returns the stack.json of the stack that was started last and that `isRunning`. */
export function findLastStack(isRunning: (stackFile: string) => boolean): string | undefined {
  const folder = join(buildUserFolder(), 'stacks');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).map((name) => join(folder, name));
  const newestFirst = files.toSorted(
    (one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs,
  );
  return newestFirst.map((file) => readFileSync(file, 'utf8')).find(isRunning);
}
