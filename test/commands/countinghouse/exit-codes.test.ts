// With what the command ends when the ledger answers badly.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { writeProfile, writeSignIn } from '../../../commands/selection/profiles.ts';

const home = mkdtempSync(join(tmpdir(), 'home-'));
const usualHome = process.env['HOME'];
const PROGRAM = join(import.meta.dirname, '../../../commands/countinghouse/main.ts');

let server: Server;
interface StubAnswer {
  readonly status: number;
  readonly body: object;
}
/** One for each attempt, the last one for all that follow; without one the connection is cut. */
let answers: readonly (StubAnswer | undefined)[];
let keys: unknown[] = [];
beforeEach(() => void (keys = []));
beforeAll(async () => {
  server = createServer((request, response) => {
    // The issuer of the tokens is at the same address, and grants none.
    if (request.url === '/') return void response.writeHead(400).end('{"error":"invalid_grant"}');
    keys.push(request.headers['idempotency-key']);
    const answer = answers[Math.min(keys.length, answers.length) - 1];
    if (answer === undefined) return void request.socket.destroy();
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['HOME'] = home;
  await writeProfile('stub', {
    base_url: url,
    workbench_url: url,
    auth_url: url,
    client_id: 'command',
    redirect_uri: 'http://127.0.0.1:9/callback',
  });
  const expiresAtMs = Date.now() + 3_600_000;
  const tokens = { accessToken: 'token', expiresAtMs, refreshToken: 'refresh' };
  await writeSignIn(url, { name: 'ada', clientId: 'command', tokenEndpoint: url, tokens });
});
afterAll(() => {
  process.env['HOME'] = usualHome;
  rmSync(home, { recursive: true });
  server.close();
  server.closeAllConnections();
});

function run(...words: string[]): Promise<{ code: unknown; out: string; error: string }> {
  const environment = { ...process.env, HOME: home };
  return new Promise((resolve) => {
    const flags = [...words, '--profile', 'stub'];
    execFile(process.execPath, [PROGRAM, ...flags], { env: environment }, (fault, out, error) =>
      resolve({ code: fault?.code ?? 0, out, error }),
    );
  });
}

test('says what may have been carried out, with the key to repeat it', async () => {
  const body = { statusCode: 504, message: 'No answer in time.', error: '', correlation_id: 'c-1' };
  answers = [{ status: 504, body: { ...body, code: 'timed_out' } }];
  const { code, error } = await run('approve', 'chg_1');

  expect(code).toBe(3);
  expect(new Set(keys).size).toBe(1);
  expect(error).toBe(
    `504 timed_out: No answer in time.\nRepeat it with --key ${String(keys[0])}.\n`,
  );
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
  answers = [undefined, later];
  const { code, error } = await run('approve', 'chg_1');

  expect(code).toBe(3);
  expect(new Set(keys).size).toBe(1);
  expect(error).toContain(sentence);
  expect(error).toContain(`Repeat it with --key ${String(keys[0])}.\n`);
});

test('a refusal of the ledger after a lost answer is final, and has the key to confirm it', async () => {
  answers = [undefined, refuse(409, 'already_decided')];
  const { code, error } = await run('approve', 'chg_1');

  expect(code).toBe(1);
  expect(error).toMatch(/^409 already_decided: No\.\n.*half a minute/);
  expect(error).toContain(`--key ${String(keys[0])}`);
});

test('an approval whose request could not be carried out is a failure, with the reason', async () => {
  const failure_reason = 'account_not_found: The account is closed.';
  answers = [{ status: 201, body: { id: 'chg_1', status: 'FAILED', failure_reason } }];
  const { code, out, error } = await run('approve', 'chg_1');

  expect([code, out]).toEqual([1, 'chg_1 FAILED\n']);
  expect(error).toContain(failure_reason);
});
