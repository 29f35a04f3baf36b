// The README's tour, command by command, against the running template.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestStack } from '../support/stack/stack.ts';
import type { TestStack } from '../support/stack/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

interface TourStep {
  readonly command: string;
  readonly answer: string | undefined;
}

function readSteps(readme: string): TourStep[] {
  const tour = readme.slice(readme.indexOf('## A tour'), readme.indexOf('## Deploy'));
  const blocks = [...tour.matchAll(/```sh\n(.*?)```\n(?:\n```json\n(.*?)\n```)?/gs)];
  return blocks.map(([, command = '', answer]) => ({ command, answer }));
}

// Values that differ between runs: identifiers, times and days.
function maskAnswer(text: string): unknown {
  return JSON.parse(
    text
      .replace(/(acc|jrn|ent|op)_[0-9a-f-]{36}/g, '$1_…')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
      .replace(/"\d{4}-\d{2}-\d{2}"/g, '"day"')
      .replace(/"correlation_id":\s*"[^"]+"/g, '"correlation_id":"…"'),
  );
}

test('prints what the README shows', async () => {
  const [setUp, ...steps] = readSteps(
    readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8'),
  );
  const start = (setUp?.command ?? '')
    .replace(/BASE=.*/, `BASE=${stack.baseUrl}`)
    .replace(/TOKEN=.*/, `TOKEN=${await stack.token({ sub: `op_${randomUUID()}` })}`);
  const script = [start, ...steps.map(({ command }) => `${command}\necho; echo ----`)].join('\n');

  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env: process.env });

  const answers = stdout.split('----\n').map((answer) => answer.trim());
  expect(steps.filter(({ answer }) => answer !== undefined)).toHaveLength(5);
  steps.forEach(({ answer }, index) => {
    if (answer !== undefined) expect(maskAnswer(answers[index] ?? '')).toEqual(maskAnswer(answer));
  });
});
