// A short soak of a fixed seed, in which everything that can be done to the stack is done once.
// `npm run soak` does it for as long as one likes, with other seeds (docs/testing.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { chooseEngine } from '../../../local/engines/engine.ts';
import { incidents } from '../../../tools/soak/faults/disturbances.ts';
import { runSoak } from '../../../tools/soak/soak.ts';

const SEED = 20261121;
const MOOD_LENGTH = 5;

const folder = mkdtempSync(join(tmpdir(), 'soak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('whatever goes wrong, nothing that was acknowledged is lost, doubled or changed', async () => {
  const wanted = chooseEngine(process.env['DYNAMODB_ENGINE']);

  const report = await runSoak({
    seed: SEED,
    // An engine that is not ours cannot be restarted.
    engine: wanted instanceof URL ? 'dynoxide' : wanted,
    folder,
    isEnough: (_, moods) => moods >= incidents.length,
    answersPerDisturbance: MOOD_LENGTH,
    progress: () => undefined,
  });

  expect(report.findings).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(MOOD_LENGTH);
  expect([...report.disturbances.keys()]).toEqual(
    expect.arrayContaining(incidents.map(({ name }) => name)),
  );
}, 900_000);
