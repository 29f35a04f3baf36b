// A check that fails or waits takes nothing away from what the others have found.
import { expect, test } from '@jest/globals';
import { repeatUntil } from '../../../tools/soak/checks/check.ts';
import type { SoakCheck, SoakState } from '../../../tools/soak/checks/check.ts';
import { runChecks } from '../../../tools/soak/checks/run-checks.ts';

const state = {} as SoakState;

test('a check that fails is a finding beside those of the others', async () => {
  const shown: string[] = [];
  const checkMoney: SoakCheck = async () => ({ subject: '3 accounts', findings: ['a is lost'] });
  const checkWebhooks: SoakCheck = async () => {
    throw new Error('a letter is left');
  };

  const results = await runChecks([checkWebhooks, checkMoney], state, (line) => shown.push(line));

  expect(results.flatMap(({ findings }) => findings)).toEqual([
    'checkWebhooks: Error: a letter is left',
    'a is lost',
  ]);
  expect(shown).toEqual(['checking checkWebhooks', 'checking checkMoney']);
});

test('waits as long as less and less is left', async () => {
  const left = [3, 2, 1, 0];
  const options = { progressTimeoutMs: 30, pauseMs: 20 };

  await repeatUntil('nothing is left', async () => left.shift() ?? -1, options);

  expect(left).toEqual([]);
});

test('gives up on what comes no nearer, and says how much was left', async () => {
  const counts = [5, 4];
  const work = async () => counts.shift() ?? 5;

  const waiting = repeatUntil('nothing is left', work, { progressTimeoutMs: 30, pauseMs: 20 });

  await expect(waiting).rejects.toThrow(
    'No nearer in time: nothing is left; at the fewest 4 were left.',
  );
});
