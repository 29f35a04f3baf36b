// `npm run exercise -- restore`, as documented in docs/runbook.md.
import { mkdtempSync, rmSync } from 'node:fs';
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
