// With what the command ends when the ledger answers badly.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COUNTINGHOUSE, startStubStage } from '../../support/client/stub-stage.ts';
import type { StubAnswer, StubStage } from '../../support/client/stub-stage.ts';

let stage: StubStage;
beforeAll(async () => void (stage = await startStubStage()));
afterAll(() => stage.stop());

const run = (...words: string[]) => stage.run(COUNTINGHOUSE, words);
const listKeys = () => [...new Set(stage.listRequests().map(({ key }) => key))];

test('says what may have been carried out, with the key to repeat it', async () => {
  const body = { statusCode: 504, message: 'No answer in time.', error: '', correlation_id: 'c-1' };
  stage.answerWith({ status: 504, body: { ...body, code: 'timed_out' } });
  const { code, error } = await run('approve', 'chg_1');

  expect(code).toBe(3);
  const [key, ...others] = listKeys();
  expect(others).toEqual([]);
  expect(error).toBe(`504 timed_out: No answer in time.\nRepeat it with --key ${key}.\n`);
});

const refuse = (status: number, code: string): StubAnswer => {
  const body = { statusCode: status, code, message: 'No.', error: '', correlation_id: 'c-1' };
  return { status, body };
};

test.each([
  ['the permission is gone', refuse(403, 'permission_denied'), '403 permission_denied'],
  ['the store is busy', refuse(503, 'contention'), '503 contention'],
  ['there is no other token', refuse(401, 'unauthorized'), 'invalid_grant'],
])('after a lost answer the outcome stays open when %s', async (_, later, sentence) => {
  stage.answerWith(undefined, later);
  const { code, error } = await run('approve', 'chg_1');

  expect(code).toBe(3);
  const [key, ...others] = listKeys();
  expect(others).toEqual([]);
  expect(error).toContain(sentence);
  expect(error).toContain(`Repeat it with --key ${key}.\n`);
});

test('a refusal of the ledger after a lost answer is final, and has the key to confirm it', async () => {
  stage.answerWith(undefined, refuse(409, 'already_decided'));
  const { code, error } = await run('approve', 'chg_1');

  expect(code).toBe(1);
  expect(error).toMatch(/^409 already_decided: No\.\n.*half a minute/);
  expect(error).toContain(`--key ${listKeys()[0]}`);
});

test('an approval whose request could not be carried out is a failure, with the reason', async () => {
  const failure_reason = 'account_not_found: The account is closed.';
  stage.answerWith({ status: 201, body: { id: 'chg_1', status: 'FAILED', failure_reason } });
  const { code, out, error } = await run('approve', 'chg_1');

  expect([code, out]).toEqual([1, 'chg_1 FAILED\n']);
  expect(error).toContain(failure_reason);
});

test('an export from before the evidence log is downloaded without a signature', async () => {
  const file = { status: 200, body: {} };
  stage.answerWith(file, file, refuse(404, 'signature_not_found'));
  const folder = join(stage.home, 'exports');
  const { code, out, error } = await run('exports', 'download', 'bat_1', '--folder', folder);

  const names = ['bat_1', 'bat_1.manifest.json'];
  const files = names.map((name) => `${join(folder, name)}\n`).join('');
  expect({ code, out, error }).toEqual({ code: 0, out: files, error: '' });
  const path = '/api/legacy-batches/bat_1/artifact';
  expect(stage.listRequests().map((request) => request.path)).toEqual(
    ['', '?file=manifest', '?file=signature'].map((query) => path + query),
  );
});

test('a logout without its issuer forgets the sign-in, and says that it lasts there', async () => {
  stage.answerWith({ status: 503, body: {} });
  const { code, out } = await run('logout');

  expect(code).toBe(0);
  expect(out).toMatch(/^Signed out on this machine\. At the issuer .*: 503\.\n$/);
  expect(await run('approve', 'chg_1')).toMatchObject({
    code: 1,
    error: expect.stringContaining('Sign in first'),
  });
  expect(await run('logout')).toEqual({ code: 0, out: 'There was no sign-in.\n', error: '' });
});
