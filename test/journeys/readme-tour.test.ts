// The README's tour, command by command, against the running template.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maskAnswer, readSteps, runSteps } from '../../commands/prove/documented-steps.ts';
import { startTestStack } from '../support/stack/stack.ts';
import type { TestStack } from '../support/stack/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

test('prints what the README shows', async () => {
  const [setUp, ...steps] = readSteps('README.md', '## A tour', '## Deploy');
  const start = (setUp?.command ?? '')
    .replace(/BASE=.*/, `BASE=${stack.baseUrl}`)
    .replace(/TOKEN=.*/, `TOKEN=${await stack.token({ sub: `op_${randomUUID()}` })}`);

  const [, ...answers] = await runSteps([{ command: start, answer: undefined }, ...steps]);

  expect(steps.filter(({ answer }) => answer !== undefined)).toHaveLength(5);
  steps.forEach(({ answer }, index) => {
    if (answer !== undefined) expect(maskAnswer(answers[index] ?? '')).toEqual(maskAnswer(answer));
  });
});
