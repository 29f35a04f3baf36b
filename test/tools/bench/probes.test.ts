// What the probes of the bench measure is their own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { runProbe } from '../../../tools/bench/load/bounded-work.ts';

const folder = mkdtempSync(join(tmpdir(), 'probe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MEGABYTES = 400;

test('the memory of a probe is not that of the process which has started it', async () => {
  const file = join(folder, 'rows.csv');
  writeFileSync(file, 'account_reference,currency\nA-1,EUR\n');
  const held = Buffer.alloc(MEGABYTES * 2 ** 20, 1);
  const probe = join(import.meta.dirname, '../../../tools/bench/measurements/import-probe.ts');

  const { peakMegabytes } = await runProbe(probe, 'bare', file);

  expect(held.at(-1)).toBe(1);
  expect(peakMegabytes).toBeLessThan(MEGABYTES);
});
