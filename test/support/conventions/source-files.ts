// Reads the sources as text for the tests of conventions. All paths are relative to the root of the
// repository.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

const EXCLUDED_FOLDERS = ['**/node_modules', 'cdk.out', 'coverage'];

export function filesIn(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: EXCLUDED_FOLDERS }).sort();
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function jsonOf(file: string) {
  return JSON.parse(textOf(file));
}

/** The files of this repository that the file imports, type-only and dynamic imports included. */
export function importedFiles(file: string): string[] {
  return specifiersIn(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(file), specifier))
    .filter((target) => existsSync(join(ROOT, target)));
}

/** The specifiers of packages, and of their subpaths, that the file imports. */
export function importedPackages(file: string): string[] {
  return specifiersIn(file).filter((specifier) => !specifier.startsWith('.'));
}

function specifiersIn(file: string): string[] {
  return [...textOf(file).matchAll(/\b(?:from |import |import\()'([^'\n]+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
}
