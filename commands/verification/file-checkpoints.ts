// Keeps the checkpoints of a verification in files. They name facts of the ledger and hold the salt of the run, so only
// their owner may read them.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckpointStore } from '../../functions/verification/segments/run-plan.ts';

export interface FileCheckpoints extends CheckpointStore {
  /** Deletes what a finished run has left. */
  clear(): Promise<void>;
}

/**
 * Opens the folder, and creates it if need be. Throws if others may write to it, who could forge a verdict, or if
 * another process uses it.
 */
export function openFileCheckpoints(folder: string): FileCheckpoints {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseForeign(folder);
  const lock = lockFolder(folder);
  const written = new Set<string>();
  const fileOf = (name: string) => join(folder, `${name}.checkpoint`);
  return {
    read: async (name) => {
      written.add(name);
      return existsSync(fileOf(name)) ? await readFile(fileOf(name)) : undefined;
    },
    // Renaming is atomic: a crash leaves the old file or the new one.
    write: async (name, bytes) => {
      written.add(name);
      const file = await open(`${fileOf(name)}.new`, 'w', 0o600);
      await file.writeFile(bytes);
      await file.sync();
      await file.close();
      await rename(`${fileOf(name)}.new`, fileOf(name));
    },
    clear: async () => {
      for (const name of written) await rm(fileOf(name), { force: true });
      await rm(lock, { force: true });
    },
  };
}

const WRITABLE_BY_OTHERS = 0o022;

function refuseForeign(folder: string): void {
  const { mode, uid } = statSync(folder);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new Error(`The folder ${folder} belongs to another user: choose one of your own.`);
  }
  if (process.platform !== 'win32' && (mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new Error(
      `Others may write to the folder ${folder}: run chmod go-w on it, or choose another.`,
    );
  }
}

const LOCK = /^(\d+)\.lock$/;

// Each process first leaves its own lock, and then looks for others: of two at once, at most one continues.
function lockFolder(folder: string): string {
  const own = join(folder, `${process.pid}.lock`);
  writeFileSync(own, '', { mode: 0o600 });
  for (const name of readdirSync(folder)) {
    const [, text] = LOCK.exec(name) ?? [];
    const other = Number(text);
    if (text === undefined || other === process.pid) continue;
    if (isRunning(other)) {
      rmSync(own);
      throw new Error(
        `The process ${other} verifies with the folder ${folder}: wait for its end, or choose another folder. If it is no verification, delete ${join(folder, name)}.`,
      );
    }
    rmSync(join(folder, name), { force: true });
  }
  return own;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
