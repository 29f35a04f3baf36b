// Builds the operator console, or takes a cached build of the same sources.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { digestFiles, noteUse } from '../cloudformation/assembly-cache.ts';

const root = join(import.meta.dirname, '..', '..');
const cache = join(root, 'node_modules', '.cache', 'console');
const SOURCES = ['console', 'client', 'schemas/generated/types.ts', 'package-lock.json'];
/** Beyond this number, the least recently used build is removed. */
const BUILDS_MAX = 4;

export interface ConsoleBuild {
  /** The folder of the built files. */
  readonly folder: string;
  /** False when the build came from the cache. */
  readonly isNew: boolean;
}

export async function buildConsole(): Promise<ConsoleBuild> {
  const folder = join(cache, digestFiles(root, SOURCES, 'console'));
  if (existsSync(folder)) {
    noteUse(folder);
    return { folder, isNew: false };
  }
  const unfinished = join(cache, `${randomUUID()}.unfinished`);
  mkdirSync(unfinished, { recursive: true });
  await runVite(unfinished);
  keepBuild(unfinished, folder);
  removeOldBuilds();
  return { folder, isNew: true };
}

// A process of its own: Vite changes the environment of the one that it runs in.
async function runVite(output: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(root, 'console', 'vite.config.ts');
  const flags = ['build', '--config', config, '--configLoader', 'native', '--outDir', output];
  try {
    const env = { NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, [vite, ...flags], { cwd: root, env });
  } catch (error) {
    rmSync(output, { recursive: true, force: true });
    const { stdout = '', stderr = '' } = error as {
      readonly stdout?: string;
      readonly stderr?: string;
    };
    throw new Error(`The console could not be built.\n${stdout}${stderr}`.trim(), { cause: error });
  }
}

function keepBuild(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another process has built the same.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function removeOldBuilds(): void {
  const builds = readdirSync(cache)
    .map((name) => join(cache, name))
    .map((path) => ({ path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.usedMs - one.usedMs);
  for (const { path } of builds.slice(BUILDS_MAX)) rmSync(path, { recursive: true, force: true });
}
