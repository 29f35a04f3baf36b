// `npm run costs`, ended by a signal while its product runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { isAlive } from '../../../local/start/locking/file-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'interrupted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = join(import.meta.dirname, '../../../bin/costs.ts');

test('a measurement that is interrupted leaves no folder, and no process', async () => {
  const env = { ...process.env, TMPDIR: folder, DYNAMODB_ENGINE: '' };
  const child = spawn(process.execPath, [PROGRAM, '--check'], { env });
  const ended = once(child, 'close');
  const runner = await findRunner();
  const before = readdirSync(folder);
  child.kill('SIGINT');
  const [code] = await ended;

  expect(before).toContainEqual(expect.stringMatching(/^countinghouse-costs-/));
  expect(code).toBe(130);
  // Both are gone soon after the command, or the test does not end.
  while (isAlive(runner) || readdirSync(folder).length > 0) await sleep(50);
}, 600_000);

async function findRunner(): Promise<number> {
  for (;;) {
    const [file] = globSync('countinghouse-costs-*/product-*/runner.pid', { cwd: folder });
    const pid = file === undefined ? 0 : Number(readFileSync(join(folder, file), 'utf8'));
    if (pid > 0) return pid;
    await sleep(50);
  }
}
