// The client as a package of its own: what it is packed from, compiled as `npm pack` has it compiled.
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

test('it has its code and its types where package.json says', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8')) as {
    exports: Record<'.', Record<'types' | 'default', string>>;
  };
  const files = Object.values(exports['.']).map((file) => file.replace('./dist/', ''));

  expect(files.filter((file) => !existsSync(join(dist, file)))).toEqual([]);
});

test('it holds itself and the types of the contract, and nothing else of the service', () => {
  const others = globSync('**/*.*', { cwd: dist }).filter((file) => !file.startsWith('client/'));

  expect(others.sort()).toEqual(['schemas/generated/types.d.ts', 'schemas/generated/types.js']);
});
