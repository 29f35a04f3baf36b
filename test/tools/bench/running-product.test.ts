// What a product that cannot be used leaves behind: nothing.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { isAlive } from '../../../local/start/locking/file-lock.ts';
import { startProduct } from '../../../tools/bench/load/running-product.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const module = join(import.meta.dirname, '../../../tools/bench/load/running-product.ts');

test('nothing waits for a product that has ended', async () => {
  const program = join(folder, 'start.mjs');
  writeFileSync(
    program,
    `import { startProduct } from ${JSON.stringify(module)};
    const options = { folder: ${JSON.stringify(folder)}, engine: 'dynoxide', flags: ['--no-such-flag'] };
    const reason = await startProduct(options).catch(String);
    console.log(JSON.stringify({ reason, waiting: process.getActiveResourcesInfo() }));
    process.exit();`,
  );

  const { stdout } = await promisify(execFile)(process.execPath, [program]);

  const { reason, waiting } = JSON.parse(stdout);
  expect(reason).toMatch(/^Error: The product ended with code 2\./);
  expect(waiting).not.toContain('Timeout');
});

test('a product that does not answer is ended', async () => {
  const data = mkdtempSync(join(folder, 'data-'));
  const nowhere = 'http://127.0.0.1:1';
  const operators = [{ username: 'reader', permissions: ['finance.read'], password: '' }];
  const stack = { base_url: nowhere, workbench_url: nowhere, auth_url: nowhere, operators };
  writeFileSync(join(data, 'stack.json'), JSON.stringify(stack));
  const program = join(folder, 'silent.mjs');
  const pidFile = join(data, 'runner.pid');
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    setInterval(() => undefined, 60_000);
    console.log('Ready in 1 s');`,
  );
  const command = [process.execPath, program];

  await expect(startProduct({ folder, engine: 'dynoxide', data, command })).rejects.toThrow();

  expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
});
