// `npm run admin -- … --json`, on the identity table.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CommandEnd } from '../support/commands/running-command.ts';
import { createIdentityRecords, startIdentity } from '../support/stack/identity.ts';
import type { TestIdentity } from '../support/stack/identity.ts';
import { readEngineEndpoint } from '../support/stack/tables.ts';

const BIN = join(import.meta.dirname, '../../bin/admin.ts');
const folder = mkdtempSync(join(tmpdir(), 'admin-json-'));
const stackFile = join(folder, 'stack.json');

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
  await createIdentityRecords(identity.administration);
  const { name: table } = identity.administration.table;
  writeFileSync(stackFile, JSON.stringify({ identity: { table, endpoint: readEngineEndpoint() } }));
});
afterAll(async () => {
  await identity.stop();
  rmSync(folder, { recursive: true });
});

async function runAdmin(words: string, input = ''): Promise<CommandEnd> {
  const child = spawn(process.execPath, [BIN, ...words.split(' '), '--stack', stackFile]);
  let [out, error] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (error += String(text)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}

/** Runs the command with `--json`; the whole of its output must be JSON. */
async function run(words: string, input?: string): Promise<unknown> {
  return JSON.parse((await runAdmin(`${words} --json`, input)).out);
}

const OPERATOR_ID = expect.stringMatching(/^op_/);
const TELLER = {
  client_id: 'teller',
  name: 'Teller',
  kind: 'operator-interface',
  scopes: ['finance.read'],
  redirect_uris: ['https://teller.example/callback'],
  post_logout_redirect_uris: [],
};

// In this order: each line works on what those before it have left.
test.each<[words: string, answer: unknown, input?: string]>([
  ['tenant create gamma --name Gamma', { tenant_id: 'gamma', name: 'Gamma' }],
  ['tenant require-second-factor gamma', { tenant_id: 'gamma', requires_second_factor: true }],
  [
    'tenant list',
    [
      { tenant_id: 'aurora', name: 'Aurora Bank', requires_second_factor: false },
      { tenant_id: 'gamma', name: 'Gamma', requires_second_factor: true },
    ],
  ],
  [
    'operator create jo@gamma finance.read',
    { operator_id: OPERATOR_ID, username: 'jo@gamma', permissions: ['finance.read'] },
    'a password of jo\n',
  ],
  ['operator grant jo@gamma audit.read', { username: 'jo@gamma', granted: ['audit.read'] }],
  ['operator revoke jo@gamma finance.read', { username: 'jo@gamma', revoked: ['finance.read'] }],
  ['operator disable jo@gamma', { username: 'jo@gamma', disabled: true }],
  [
    'operator list gamma',
    [
      {
        operator_id: OPERATOR_ID,
        username: 'jo@gamma',
        disabled: true,
        permissions: ['audit.read'],
      },
    ],
  ],
  ['operator enable jo@gamma', { username: 'jo@gamma', disabled: false }],
  ['operator show jo@gamma', expect.objectContaining({ disabled: false, second_factors: [] })],
  [
    'operator reset-password jo@gamma',
    { username: 'jo@gamma', password_reset: true },
    'another password\n',
  ],
  [
    'client create teller --name Teller --redirect-uri https://teller.example/callback finance.read',
    TELLER,
  ],
  ['client list', expect.arrayContaining([TELLER])],
  ['client grant worker audit.read', { client_id: 'worker', granted: ['audit.read'] }],
  ['client revoke worker audit.read', { client_id: 'worker', revoked: ['audit.read'] }],
  ['client rotate-secret worker', { client_id: 'worker', secret: expect.any(String) }],
  [
    'client show worker',
    expect.objectContaining({
      tenant_id: 'aurora',
      credentials: [
        { kind: 'secret', id: expect.any(String), created_at: expect.any(String) },
        expect.objectContaining({ kind: 'secret', expires_at: expect.any(String) }),
      ],
    }),
  ],
  ['client delete teller', { client_id: 'teller', deleted: true }],
  [
    'audit gamma --action operator.granted',
    [expect.objectContaining({ action: 'operator.granted', subject: OPERATOR_ID })],
  ],
  ['audit gamma --action nothing', []],
])('%s', async (words, answer, ...[input]) => {
  expect(await run(words, input)).toEqual(answer);
});

test.each([
  [1, 'operator list auroa', 'There is no tenant auroa.'],
  [2, 'client create night --service', 'A service is one of a tenant: give --tenant.'],
  [
    2,
    'client create night --service --tenant aurora --redirect-uri https://a.example',
    'No one signs in to a service: --redirect-uri.',
  ],
  [
    2,
    'client create web --tenant aurora --redirect-uri https://a.example',
    'An operator interface is one of all tenants: --tenant is for --service.',
  ],
  [1, 'controls set aurora --file package.json', 'package.json: /controls is required'],
  [1, 'controls set aurora --file README.md', 'README.md: The body is not JSON'],
])('exits with %d for %s, and says why', async (exitCode, words, sentence) => {
  const { code, out, error } = await runAdmin(words);

  expect({ code, out }).toEqual({ code: exitCode, out: '' });
  expect(error).toContain(sentence);
});

test('a tenant without operators is said to have none', async () => {
  await run('tenant create empty');

  expect(await runAdmin('operator list empty')).toEqual({
    code: 0,
    out: 'empty has no operators.\n',
    error: '',
  });
});
