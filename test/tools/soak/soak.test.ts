// A short soak test with a fixed seed that causes every disturbance once. `npm run soak` runs for
// any time, with other seeds (docs/testing.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { DISTURBANCE_NAMES } from '../../../tools/soak/disturbances/disturbances.ts';
import { runSoak } from '../../../tools/soak/soak.ts';

const SEED = 20261121;
const ANSWERS_PER_ROUND = 5;
const { lasting, incidents } = DISTURBANCE_NAMES;

const folder = mkdtempSync(join(tmpdir(), 'soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('loses, repeats or changes no acknowledged request under any disturbance', async () => {
  const wanted = chooseEngine(process.env['DYNAMODB_ENGINE']);

  const report = await runSoak({
    seed: SEED,
    // An engine that the test did not start cannot be restarted.
    engine: wanted instanceof URL ? 'dynoxide' : wanted,
    folder,
    isFinished: (_, rounds) => rounds >= incidents.length,
    operatorsPerTenant: 4,
    answersPerRound: ANSWERS_PER_ROUND,
    lastingAtOnce: Math.ceil(lasting.length / incidents.length),
    loadedFunctions: 40,
    progress: () => undefined,
  });

  expect(report.findings).toEqual([]);
  expect(report.combined.postings).toBeGreaterThan(report.combined.transactions);
  expect(report.acknowledged).toBeGreaterThan(ANSWERS_PER_ROUND);
  expect(report.checked).toContainEqual(
    expect.stringMatching(/^[1-9]\d* receipts once in the evidence logs, consistent with [1-9]/),
  );
  expect(report.checked).toContainEqual(
    expect.stringMatching(/^[1-9]\d* events reached their webhooks, signed, after [1-9].* [1-9]/),
  );
  const hit = [...report.disturbances].filter(([, { hits }]) => hits > 0).map(([name]) => name);
  expect(hit.toSorted()).toEqual([...lasting, ...incidents].toSorted());
  expect(hit.length).toBeGreaterThanOrEqual(15);
}, 3_600_000);
