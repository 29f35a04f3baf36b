// What `post` reads and sends.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { COUNTINGHOUSE, startStubStage } from '../../support/client/stub-stage.ts';
import type { StubStage } from '../../support/client/stub-stage.ts';

let stage: StubStage;
beforeAll(async () => void (stage = await startStubStage()));
beforeEach(() => {
  stage.answerWith({ status: 201, body: { id: 'jrn_1', posted_at: '2026-08-01T00:00:00Z' } });
});
afterAll(() => stage.stop());

const ENTRY = { description: 'Grüße', ledger_lines: [{ account_code: 'CASH' }] };

test('posts an input that comes late and in parts', async () => {
  const bytes = Buffer.from(JSON.stringify(ENTRY));
  // Within the two bytes of the umlaut.
  const cut = bytes.indexOf(0xc3) + 1;
  const { code, out, error } = await stage.run(COUNTINGHOUSE, ['post', '-'], (input) => {
    setTimeout(() => input.write(bytes.subarray(0, cut)), 1_000);
    setTimeout(() => input.end(bytes.subarray(cut)), 1_200);
  });

  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toContain('jrn_1');
  expect(stage.listRequests().map(({ body }) => JSON.parse(body))).toEqual([ENTRY]);
});

test.each([
  ['repeats a member', '{"description":"a","description":"b"}', 'repeats the member description'],
  ['would change a number', '{"metadata":{"n":12345678901234567890}}', '/metadata/n is a number'],
  ['is not JSON', '{"description":', 'is not JSON'],
])('sends nothing of a file that %s', async (_, content, fault) => {
  const file = join(stage.home, 'entry.json');
  writeFileSync(file, content);
  const { code, error } = await stage.run(COUNTINGHOUSE, ['post', file]);

  expect(code).toBe(1);
  expect(error).toContain(`${file}: `);
  expect(error).toContain(fault);
  expect(stage.listRequests()).toEqual([]);
});
