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

const STACKS = 'stacks';

/** The folder for what the commands remember of one user. Throws where the user has no home. */
export function buildUserFolder(): string {
  const folder = findUserFolder();
  if (folder !== undefined) return folder;
  throw new Error('This user has no home folder, where profiles and sign-ins are: set HOME.');
}

// In a container, a user may have a number, and neither a name nor a home.
function findUserFolder(): string | undefined {
  try {
    const home = homedir();
    return home === '' ? undefined : join(home, '.countinghouse');
  } catch {
    return undefined;
  }
}

/** Whether a stack.json is of a stack that runs. */
type RunningTest = (stackFile: string) => boolean;

/** Remembers the stack of this stack.json, and forgets those that were killed; returns the function that forgets it. */
export function rememberStack(stackFile: string, isRunning: RunningTest): () => void {
  const path = resolve(stackFile);
  try {
    const folder = join(buildUserFolder(), STACKS);
    const file = join(folder, createHash('sha256').update(path).digest('hex').slice(0, 16));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const { file: other, path: old } of listRemembered()) {
      if (!isRunning(old)) rmSync(other, { force: true });
    }
    writeFileSync(file, path);
    return () => rmSync(file, { force: true });
  } catch {
    // A user without a home can still name the data folder.
    return () => undefined;
  }
}

/** Returns the stack.json of the stack that was started last and that `isRunning`. */
export function findLastStack(isRunning: RunningTest): string | undefined {
  const newestFirst = listRemembered().toSorted((one, other) => other.sinceMs - one.sinceMs);
  return newestFirst.map(({ path }) => path).find(isRunning);
}

interface RememberedStack {
  readonly file: string;
  readonly path: string;
  readonly sinceMs: number;
}

function listRemembered(): RememberedStack[] {
  const user = findUserFolder();
  if (user === undefined) return [];
  const folder = join(user, STACKS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name);
    try {
      return [{ file, path: readFileSync(file, 'utf8'), sinceMs: statSync(file).mtimeMs }];
    } catch {
      // The stack has ended meanwhile, or what lies there is of another program.
      return [];
    }
  });
}
