// Keeps the checkpoints of a verification in files. They name facts of the ledger and hold the salt of the run, so only
// their owner may read them.
import { existsSync, mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckpointStore } from '../../functions/verification/segments/run-plan.ts';

export interface FileCheckpoints extends CheckpointStore {
  /** Deletes what a finished run has left. */
  clear(): Promise<void>;
}

/** Opens the folder, and creates it if need be. */
export function openFileCheckpoints(folder: string): FileCheckpoints {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
    },
  };
}
