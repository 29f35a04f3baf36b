// The client as a package: compiled as `npm pack` compiles it.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

let dist: string;
beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), 'client-'));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = join(ROOT, 'client/tsconfig.json');
  execFileSync(process.execPath, [compiler, '--project', project, '--outDir', dist]);
});
afterAll(() => rmSync(dist, { recursive: true }));

test('has its code and types where package.json says', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8')) as {
    exports: Record<'.', Record<'types' | 'default', string>>;
  };
  const files = Object.values(exports['.']).map((file) => file.replace('./dist/', ''));

  expect(files.filter((file) => !existsSync(join(dist, file)))).toEqual([]);
});

test('contains only itself and the types of the contract', () => {
  const others = globSync('**/*.*', { cwd: dist }).filter((file) => !file.startsWith('client/'));

  expect(others.sort()).toEqual(['schemas/generated/types.d.ts', 'schemas/generated/types.js']);
});
