// Synthesis takes seconds and is deterministic, so assemblies are cached by their sources (ADR 053).
import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readErrorCode } from '../http/error-code.ts';

/** Beyond this number, the least recently used assembly is evicted. */
const ASSEMBLIES_MAX = 8;
/** Replaces the assembly's folder in cached templates, which contain absolute paths of bundles. */
const PATH_PLACEHOLDER = '@assembly@';

/** In an assembly: where its functions keep the code that V8 has compiled, shared by all copies. */
export const COMPILED_FOLDER = 'compiled';

const SOURCES = ['bin', 'lib', 'functions', 'schemas', 'stages', 'cdk.json', 'package-lock.json'];

/** Identifies the sources, settings and Node version that an assembly is built from. */
export function digestSources(root: string, settings: unknown): string {
  return digestFiles(root, SOURCES, settings);
}

/** Identifies files and folders with all their content, settings and the Node version. */
export function digestFiles(root: string, paths: readonly string[], settings: unknown): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, settings]));
  for (const file of paths.flatMap((path) => listFiles(root, path))) {
    const content = readFileSync(join(root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function listFiles(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      return entry.isDirectory() ? listFiles(root, inner) : [inner];
    });
}

export class AssemblyCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies the assembly with this digest into the folder; false if it is not cached. */
  take(digest: string, output: string): boolean {
    const stored = join(this.#folder, digest);
    if (!existsSync(stored)) return false;
    try {
      copyAndRewrite(stored, output, (text) => text.replaceAll(PATH_PLACEHOLDER, output));
      shareCompiledCode(stored, output);
      noteUse(stored);
      return true;
    } catch (error) {
      // Another process evicted it in the meantime.
      if (readErrorCode(error) !== 'ENOENT') throw error;
      rmSync(output, { recursive: true, force: true });
      return false;
    }
  }

  /** Adds the assembly in the folder to the cache, unless that belongs to another user. */
  keep(digest: string, output: string): void {
    const stored = join(this.#folder, digest);
    const unfinished = join(this.#folder, `${randomUUID()}.unfinished`);
    try {
      mkdirSync(unfinished, { recursive: true });
    } catch (error) {
      if (isForeign(error)) return;
      throw error;
    }
    copyAndRewrite(output, unfinished, (text) => text.replaceAll(output, PATH_PLACEHOLDER));
    try {
      mkdirSync(join(unfinished, COMPILED_FOLDER));
      renameSync(unfinished, stored);
    } catch {
      // Another process has already cached the same assembly.
      rmSync(unfinished, { recursive: true });
    }
    shareCompiledCode(stored, output);
    this.#letGo();
  }

  #letGo(): void {
    const byUse = readdirSync(this.#folder)
      .map((name) => join(this.#folder, name))
      .map((path) => ({ path, used: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((one, other) => other.used - one.used);
    for (const { path } of byUse.slice(ASSEMBLIES_MAX)) removeTree(path);
  }
}

/** Notes in a cached folder that it was used now, unless it belongs to another user. */
export function noteUse(folder: string): void {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch (error) {
    if (!isForeign(error)) throw error;
  }
}

/** Whether the user may not write there. */
function isForeign(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(String(readErrorCode(error)));
}

// Renames before deleting, so that no process reads a half-deleted assembly.
function removeTree(path: string): void {
  const leaving = `${path}.leaving`;
  try {
    renameSync(path, leaving);
  } catch {
    // Another process is already removing it.
  }
  rmSync(leaving, { recursive: true, force: true });
}

// By a link, so that what one copy has compiled serves the next. A link whose target was evicted costs
// time only.
function shareCompiledCode(stored: string, output: string): void {
  const link = join(output, COMPILED_FOLDER);
  rmSync(link, { recursive: true, force: true });
  symlinkSync(join(stored, COMPILED_FOLDER), link);
}

/** Links the bundles, which are large, and rewrites the assembly's own documents. */
function copyAndRewrite(from: string, to: string, rewrite: (text: string) => string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === COMPILED_FOLDER) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else writeFileSync(target, rewrite(readFileSync(source, 'utf8')));
  }
}

function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    // A hard link cannot cross file systems, and many systems link no files of other users.
    if (!['EXDEV', 'EPERM'].includes(String(readErrorCode(error)))) throw error;
    copyFileSync(source, target);
  }
}
