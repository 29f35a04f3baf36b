// The month of docs/worked-month.md, command by command, against the running template.
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

// As `npm start` sets up its operators.
const PERMISSIONS = {
  configurator: 'finance.read configuration.write',
  maker: 'finance.read finance.write',
  checker: 'finance.read finance.approve',
  compliance: 'compliance.operate',
};

/** A shell function that takes the place of signing in. */
async function writeSignIn(): Promise<string> {
  const cases = Object.entries(PERMISSIONS).map(
    async ([name, scope]) =>
      `${name}) TOKEN=${await stack.token({ sub: `op_${randomUUID()}`, scope })};;`,
  );
  return `as() { case $1 in ${(await Promise.all(cases)).join(' ')} esac; }`;
}

test('prints what the page shows', async () => {
  const [setUp, ...steps] = readSteps('docs/worked-month.md');
  const start = (setUp?.command ?? '')
    .replace(/^BASE=.*/m, `BASE=${stack.baseUrl}`)
    .replace(/^WORKBENCH=.*/m, `WORKBENCH=${stack.local.urls.workbench_url ?? ''}`)
    .replace(/^as\(\).*/m, await writeSignIn());

  const [, ...answers] = await runSteps([{ command: start, answer: undefined }, ...steps]);

  const shown = steps.map(({ answer }) => answer && maskAnswer(answer));
  const printed = answers.map((answer, index) => shown[index] && maskAnswer(answer));
  expect(printed.slice(0, shown.length)).toEqual(shown);
  expect(shown.filter((answer) => answer !== undefined).length).toBeGreaterThan(10);
}, 3_600_000);
