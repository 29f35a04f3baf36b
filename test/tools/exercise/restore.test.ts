// `npm run exercise -- restore`, as documented in docs/runbook.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { exerciseRestore } from '../../../tools/exercise/restore.ts';
import { chooseEngine } from '../../../local/engines/engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'exercise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('restores a damaged ledger to an instant and a deleted one, each under new names', async () => {
  const wanted = chooseEngine(process.env['DYNAMODB_ENGINE']);
  const engine = wanted instanceof URL ? 'dynoxide' : wanted;
  const steps: string[] = [];

  await exerciseRestore({ engine, folder, report: (step) => steps.push(step) });

  expect(steps).toContain(
    'the account holds 25.00, verify finds no differences, the projections catch up',
  );
  expect(steps.at(-1)).toBe(
    'the deleted ledger is back: the account holds 25.00, and nothing is lost',
  );
}, 3_600_000);

const PROGRAM = join(import.meta.dirname, '../../../bin/exercise.ts');

test('an exercise that is interrupted stops what it has started, and leaves no folder', async () => {
  const own = join(folder, 'interrupted');
  mkdirSync(own);
  const env = { ...process.env, TMPDIR: own, DYNAMODB_ENGINE: '' };
  const child = spawn(process.execPath, [PROGRAM, 'restore'], { env });
  const ended = once(child, 'close');
  // The product and the database are running, and requests are under way.
  await once(child.stdout, 'data');
  const before = readdirSync(own);
  child.kill('SIGINT');
  const [code] = await ended;

  expect(before).toEqual([expect.stringMatching(/^countinghouse-exercise-/)]);
  expect(code).toBe(130);
  expect(readdirSync(own)).toEqual([]);
}, 3_600_000);
