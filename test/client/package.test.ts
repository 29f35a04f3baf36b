// The package as users get it: packed, installed without a registry, compiled against and run.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installClient } from '../support/client/installed-package.ts';

const ROOT = join(import.meta.dirname, '../..');
const SIZE_MAX = 12 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'client-'));
const installation = join(folder, 'installation');
const installed = join(installation, 'node_modules/@countinghouse/client');
beforeAll(() => installClient(folder));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
import { ledgerClient, iterateItems, requireData, serviceToken, RefusalError } from '@countinghouse/client';
import type { Account, RefusalCode } from '@countinghouse/client';

const answers = [
  Response.json([{ id: 'acc_1' }], { headers: { 'X-Next-Cursor': 'two' } }),
  Response.json([{ id: 'acc_2' }]),
  Response.json({ statusCode: 404, code: 'account_not_found', message: 'No.', error: '', correlation_id: 'c' }, { status: 404 }),
];
const ledger = ledgerClient({
  baseUrl: 'http://ledger.test',
  token: () => 'token',
  fetch: async () => answers.shift() ?? Response.error(),
});
const ids: string[] = [];
const accounts: AsyncGenerator<Account> = iterateItems((cursor) =>
  ledger.GET('/api/accounts', { params: { query: { limit: 1, cursor } } }),
);
for await (const { id } of accounts) ids.push(id);
const refused: unknown = await requireData(
  ledger.GET('/api/accounts/{accountId}', { params: { path: { accountId: 'acc_3' } } }),
).catch((error: unknown) => error);
const code: RefusalCode = 'account_not_found';
console.log(ids.join(), refused instanceof RefusalError && refused.code === code, typeof serviceToken);
// @ts-expect-error no such path
() => ledger.GET('/api/account');
`;

test('a strict program compiles against its types, without their packages, and runs', () => {
  writeFileSync(join(installation, 'program.ts'), PROGRAM);
  // The types of the package itself are checked too.
  const compilerOptions = {
    strict: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.asynciterable'],
    module: 'nodenext',
    types: [],
  };
  const project = join(installation, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const words = [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', project];
  const { stdout: faults } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(faults).toBe('');

  const out = execFileSync(process.execPath, [join(installation, 'program.js')], {
    encoding: 'utf8',
  });

  expect(out).toBe('acc_1,acc_2 true function\n');
});

test('an application loads at most 12 kB of it, compressed', () => {
  const code = readFileSync(join(installed, 'dist/client.js'));

  expect(gzipSync(code).byteLength).toBeLessThan(SIZE_MAX);
  expect(code.toString()).not.toMatch(/from ?["']/);
});

test('the command names nothing of node:crypto that Node.js 20.11 lacks', () => {
  const code = readFileSync(join(installed, 'dist/countinghouse.js'), 'utf8');
  const imports = code.match(/import ?\{[^}]*\} ?from ?"node:crypto"/g) ?? [];

  expect(imports).not.toEqual([]);
  expect(imports.join()).not.toMatch(/\bhash\b/);
});

test('is built before it is packed', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8'));

  expect(scripts).toEqual({ prepack: 'node ../bin/build-client.ts' });
});

test('contains its code, types, page and licences, and nothing of the service', () => {
  const files = globSync('**/{*.*,LICENSE}', { cwd: installed });
  const others = files.filter((file) => !/^dist\/types\/client\/.*\.d\.ts$/.test(file));

  expect(others.sort()).toEqual([
    'README.md',
    'dist/LICENSE',
    'dist/client.js',
    'dist/client.licences.txt',
    'dist/countinghouse.js',
    'dist/countinghouse.licences.txt',
    'dist/types/schemas/generated/types.d.ts',
    'package.json',
  ]);
});
