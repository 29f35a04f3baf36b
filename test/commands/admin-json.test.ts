// `npm run admin -- … --json`, on the identity table.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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

/** Runs the command with `--json`; the whole of its output must be JSON. */
async function run(words: string, input = ''): Promise<unknown> {
  const flags = ['--json', '--stack', stackFile];
  const child = spawn(process.execPath, [BIN, ...words.split(' '), ...flags]);
  let out = '';
  child.stdout.on('data', (text) => (out += String(text)));
  child.stdin.end(input);
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(out);
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
