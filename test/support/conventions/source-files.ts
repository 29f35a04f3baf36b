// Reads the sources as text for the tests of conventions. All paths are relative to the root of the
// repository.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

const EXCLUDED_FOLDERS = ['**/node_modules', 'cdk.out', 'client/dist', 'coverage'];

export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: EXCLUDED_FOLDERS }).sort();
}

export function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function readJson(file: string) {
  return JSON.parse(readText(file));
}

/** The files of this repository that the file imports, type-only and dynamic imports included. */
export function listImportedFiles(file: string): string[] {
  return listSpecifiers(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(file), specifier))
    .filter((target) => existsSync(join(ROOT, target)));
}

/** The specifiers of packages, and of their subpaths, that the file imports. */
export function listImportedPackages(file: string): string[] {
  return listSpecifiers(file).filter((specifier) => !specifier.startsWith('.'));
}

function listSpecifiers(file: string): string[] {
  return [...readText(file).matchAll(/\b(?:from |import |import\()'([^'\n]+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
}
