// The command `countinghouse`, installed from the package, against a running stack.
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordSchedule } from '../../commands/administration/schedule-records.ts';
import { createOperatorInterface } from '../../functions/identity/administration/clients.ts';
import { createOperator } from '../../functions/identity/administration/operators.ts';
import { grantServicePermissions } from '../../functions/identity/administration/service-clients.ts';
import { PERMISSIONS } from '../../functions/identity/permissions.ts';
import { FormBrowser } from '../../commands/token/form-browser.ts';
import { findFreeBase } from '../local/free-ports.ts';
import { installedCommand } from '../support/client/installed-command.ts';
import { startReceiver, waitFor } from '../support/client/webhook-receiver.ts';
import { installClient } from '../support/client/installed-package.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { hashAtLowCost, MAKER, PASSWORD, REDIRECT_URI } from '../support/stack/identity.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'installed-command-'));
const home = join(folder, 'home');
const stackFile = join(folder, 'stack/stack.json');
const CHECKER = 'checker@aurora';
const OFFICER = 'officer@aurora';

let stack: SignedInStack;
beforeAll(async () => {
  mkdirSync(home);
  [stack] = await Promise.all([startSignedInStack(), installClient(folder)]);
  const { administration, local } = stack;
  const roles = {
    [CHECKER]: ['finance.read', 'finance.approve'],
    [OFFICER]: ['compliance.operate', 'audit.read'],
  } as const;
  for (const [username, permissions] of Object.entries(roles)) {
    await createOperator(
      administration,
      { username, password: PASSWORD, permissions },
      hashAtLowCost,
    );
  }
  mkdirSync(join(folder, 'stack/events'), { recursive: true });
  const operators = [MAKER, CHECKER, OFFICER].map((username) => ({ username, password: PASSWORD }));
  const connections = {
    base_url: local.urls.base_url,
    workbench_url: local.urls.workbench_url,
    auth_url: stack.authUrl,
    client_id: 'console',
    redirect_uri: REDIRECT_URI,
    operators,
    stream_consumers: { bus: 'bus' },
  };
  writeFileSync(stackFile, JSON.stringify(connections));
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

const { start, run, complete } = installedCommand(folder);

/** Runs the command at the stack as the operator, and returns what it prints as JSON. */
async function readJson(username: string, ...words: string[]) {
  const flags = ['--stack', stackFile, '--as', username, '--json'];
  const { code, out, error } = await run([...words, ...flags]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return JSON.parse(out);
}

/** Opens an account, and returns its id. */
async function openAccount(name: string): Promise<string> {
  const fields = ['--name', name, '--currency', 'EUR', '--customer', 'cus-1'];
  return (await readJson(MAKER, 'accounts', 'open', ...fields, '--product', 'current')).id;
}

test('opens, posts, transfers once for a key, and reads the statement', async () => {
  const [ada, ben] = [await openAccount('Ada Lovelace'), await openAccount('Ben')];
  const entry = {
    ledger_lines: [
      { account_code: '1000', debit_amount: '12.50' },
      { account_code: '2000', credit_amount: '12.50' },
    ],
    account_postings: [{ account_id: ada, direction: 'CREDIT', amount: '12.50', currency: 'EUR' }],
  };
  const flags = ['--stack', stackFile, '--as', MAKER];
  const posted = await run(['post', '-', ...flags], JSON.stringify(entry));
  const once = ['--key', 'rent-november-00001'];
  const transfer = ['transfer', ada, ben, '2.50', '--description', 'Rent', ...once];
  const [first, again] = [await readJson(MAKER, ...transfer), await readJson(MAKER, ...transfer)];
  const { out } = await run(['statement', ada, ...flags]);

  expect(posted).toMatchObject({ code: 0, out: expect.stringMatching(/^jrn_\S+ posted at /) });
  expect(again).toEqual(first);
  expect(first).toMatchObject({ description: 'Rent', currency: 'EUR' });
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/CREDIT +12\.50 +EUR +12\.50$/),
    expect.stringMatching(/DEBIT +2\.50 +EUR +10\.00$/),
    '',
  ]);
  const accounts = await readJson(CHECKER, 'accounts', '--limit', '1');
  expect(accounts).toMatchObject([{ id: ada, balance: '10.00' }]);
});

test('lists, approves and rejects requests of another operator', async () => {
  const ids = [await openAccount('Cleo'), await openAccount('Dora')];
  const token = await stack.token({ tenant_id: 'aurora' });
  for (const id of ids) {
    const freeze = { transition: 'FREEZE', reason: 'Lost card' };
    const path = `/api/accounts/${id}/status-transitions`;
    expect((await stack.post(path, freeze, { token })).status).toBe(201);
  }
  let waiting: { id: string; subject: string }[] = [];
  while (waiting.length < 2) waiting = await readJson(CHECKER, 'requests');
  const find = (account?: string) => waiting.find(({ subject }) => subject === account)?.id ?? '';

  const approved = await readJson(CHECKER, 'approve', find(ids[0]));
  const rejected = await readJson(CHECKER, 'reject', find(ids[1]), '--reason', 'Card found');
  const repeated = await run(['approve', find(ids[1]), '--stack', stackFile, '--as', CHECKER]);

  expect(approved).toMatchObject({ status: 'APPLIED' });
  expect(rejected).toMatchObject({ status: 'REJECTED' });
  expect(repeated).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^409 \w+: /) });
});

test('requests, lists and downloads an export', async () => {
  const { period_from, period_to, retention_until } = PRESENT_PERIOD;
  const period = ['--from', period_from, '--to', period_to, '--retention', retention_until];
  const words = ['exports', 'request', ...period, '--code', 'X', '--format', 'csv'];
  const { batchId, status } = await readJson(OFFICER, ...words);
  const listed = await readJson(OFFICER, 'exports');
  const into = ['--folder', join(folder, 'x')];
  const files = await readJson(OFFICER, 'exports', 'download', batchId, ...into);

  expect(status).toBe('COMPLETED');
  expect(listed).toMatchObject([{ batchId }]);
  expect(statSync(files.manifest).size).toBeGreaterThan(100);
  // The export has sealed what it holds; the name of the log is that of its key.
  const flags = ['--stack', stackFile, '--as', OFFICER];
  const missing = await run(['exports', 'download', 'bat_x', ...into, ...flags]);
  expect(missing.error).toMatch(/^The file could not be downloaded: 404 \w+: There is no batch/);
  const key = await run(['evidence', 'key', ...flags]);
  const checkpoint = await run(['evidence', 'checkpoint', ...flags]);
  const [, origin = ''] = /^(\S+)\+[0-9a-f]{8}\+\S+\n$/.exec(key.out) ?? [];
  expect([key.code, checkpoint.code, key.error, checkpoint.error]).toEqual([0, 0, '', '']);
  expect(origin).toMatch(/aurora$/);
  expect(checkpoint.out).toMatch(/^\S+\n[1-9]\d*\n[A-Za-z0-9+/]{43}=\n\n— \S+ \S+\n/);
  expect(checkpoint.out.startsWith(`${origin}\n`)).toBe(true);
  const evidence = await run(['evidence', 'proof', 'jrn_1', '--stack', stackFile, '--as', OFFICER]);
  expect(evidence).toMatchObject({ code: 1, error: expect.stringMatching(/^40[04] \w+: /) });
});

test('signs in by a browser at a profile, until the logout', async () => {
  const port = await findFreeBase();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  await createOperatorInterface(stack.administration, {
    clientId: 'command',
    name: 'Command',
    scopes: PERMISSIONS,
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [],
  });
  const { base_url = '', workbench_url = '' } = stack.local.urls;
  const addresses = ['--base-url', base_url, '--workbench-url', workbench_url];
  const issuer = ['--auth-url', stack.authUrl, '--client-id', 'command'];
  const profile = ['--profile', 'bank'];
  const login = start([
    'login',
    ...profile,
    ...addresses,
    ...issuer,
    '--redirect-uri',
    redirectUri,
  ]);
  const url = new URL(await waitFor(() => login.result.error, /http\S+(?=\n)/));
  const browser = new FormBrowser(url.origin);
  const page = await browser.submit(await browser.open(url), {
    username: MAKER,
    password: PASSWORD,
  });
  const spare = connect(Number(page.url.port), page.url.hostname);
  await new Promise((resolve) => spare.once('connect', resolve));
  await fetch(page.url);

  expect(await login.ended).toMatchObject({ code: 0, out: 'Signed in as you.\n' });
  const stored = statSync(join(home, '.countinghouse/profiles.json'));
  expect(stored.mode % 0o1000).toBe(0o600);
  expect(await run(['accounts', ...profile])).toMatchObject({ code: 0, error: '' });
  expect(await run(['logout', ...profile])).toMatchObject({ code: 0 });
  expect(await run(['accounts', ...profile])).toMatchObject({
    code: 1,
    error: 'Sign in first with `countinghouse login`.\n',
  });
  const other = await run(['accounts', '--profile', 'bnak']);
  expect(other.error).toContain('There is no profile bnak. There are: bank.');
});

test('signs in with a password, or as a service with all that it holds, whose secret is not stored', async () => {
  const flags = ['--stack', stackFile];
  const person = await run(['login', MAKER, ...flags], `${PASSWORD}\n`);
  expect(person).toMatchObject({ code: 0, out: `Signed in as ${MAKER}.\n` });
  expect(await run(['accounts', ...flags])).toMatchObject({ code: 0 });

  const service = await run(['login', '--service', 'worker', ...flags], `${stack.secret}\n`);
  expect(service).toMatchObject({ code: 0, out: 'Signed in as worker for five minutes.\n' });
  const denied = await run(['accounts', ...flags]);
  expect(denied).toMatchObject({ code: 1, error: expect.stringMatching(/^403 /) });
  await grantServicePermissions(stack.administration, 'worker', ['finance.read']);
  await run(['login', '--service', 'worker', ...flags], `${stack.secret}\n`);
  expect(await run(['accounts', ...flags])).toMatchObject({ code: 0 });
  await run(['logout', ...flags]);
});

test('forwards events as signed webhooks, again after a failure', async () => {
  const { port, deliveries, close } = await startReceiver(500, 204);
  const event = { 'detail-type': 'account.created', detail: { id: 'evt_1', data: 'Ada' } };
  writeFileSync(join(folder, 'stack/events/bus.ndjson'), `${JSON.stringify(event)}\n`);
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const forward = [
    'events',
    '--all',
    '--forward-to',
    `http://localhost:${port}`,
    '--secret',
    secret,
  ];
  const { child, result, ended } = start([...forward, '--stack', stackFile]);
  await waitFor(() => result.out, /evt_1 account\.created: 204\n/);
  child.kill();
  await ended;
  close();

  // A terminal and a log keep what is printed.
  expect(result.error).toBe(`Forwards to http://localhost:${port}, signed with the given secret\n`);
  expect(deliveries.map(({ body }) => JSON.parse(body))).toEqual([event.detail, event.detail]);
  for (const { headers, body } of deliveries) {
    const signed = `evt_1.${String(headers['webhook-timestamp'])}.${body}`;
    const digest = createHmac('sha256', Buffer.alloc(24, 7)).update(signed).digest('base64');
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-signature': `v1,${digest}` });
  }
});

test.each([
  ['acounts', 2, '(Did you mean accounts?)'],
  ['accounts --jsn', 2, '(Did you mean --json?)'],
  ['accounts open --name Ada', 2, "required option '--currency <code>'"],
  ['accounts --limit many', 2, 'Give a whole number from 1.'],
  ['reject far_1', 2, "required option '--reason <text>'"],
  ['transfer acc_1 acc_2', 2, "missing required argument 'amount'"],
  ['transfer acc_1 acc_2 12', 2, '12 is no amount: it has two decimals, as 1250.00.'],
  ['transfer acc_1 acc_2 0.00', 2, 'The amount must be above zero.'],
  ['approve acc_1', 2, 'acc_1 is no id of a request: it starts with lcr_'],
  ['admin tenant list', 1, 'in a checkout of the repository'],
  ['accounts', 1, 'No stack is running'],
  ['events', 1, 'No stack is running'],
  ['statement acc_1 --stack nowhere.json', 1, 'No stack is running: there is no nowhere.json.'],
  ['events --profile bank', 1, 'subscribe there'],
  ['completion tcsh', 2, 'Allowed choices are bash, zsh, fish.'],
])('%s: ends at once with %d, and names the mistake', async (words, exitCode, sentence) => {
  const { code, out, error } = await run(words.split(' '));

  expect({ code, out }).toEqual({ code: exitCode, out: '' });
  expect(error).toContain(sentence);
  expect(error).not.toContain('    at ');
});

test('completes commands, and the flags of each', async () => {
  expect(await complete('ap')).toBe('approve');
  expect(await complete('exports', 're')).toBe('request');
  expect(await complete('exports', 'request', '--ret')).toBe('--retention');
  const { out: zsh } = await run(['completion', 'zsh']);
  const { out: bash } = await run(['completion', 'bash']);
  // zsh reads the completion of bash, once it has loaded what makes it understand that.
  expect(zsh).toBe(`autoload -U +X bashcompinit && bashcompinit\n${bash}`);
  const { out: fish } = await run(['completion', 'fish']);
  expect(fish).toContain("-n '__fish_seen_subcommand_from approve' -l reason\n");
});

test('lists the schedule of exports in words, and runs it once for a key', async () => {
  const flags = ['--stack', stackFile, '--as', OFFICER];
  const schedule = { legalBasisCode: 'BANKING-ACT-24', retentionYears: 6, format: 'csv' };
  await recordSchedule(stack.administration, 'aurora', schedule);

  const listed = await run(['schedules', ...flags]);
  const runNow = ['schedules', 'run', '--key', 'run-october-00001'];
  const [first, again] = [await readJson(OFFICER, ...runNow), await readJson(OFFICER, ...runNow)];

  expect(listed.out).toMatch(
    /^monthly +BANKING-ACT-24 +csv +Early on the third day of each month \(UTC\), .* 03:17 UTC/,
  );
  expect(again).toEqual(first);
  expect(first).toMatchObject({
    type: 'REGULATORY_EXPORT',
    request: { legal_basis_code: 'BANKING-ACT-24' },
  });
  const unknown = await run(['schedules', 'run', 'weekly', ...flags]);
  expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining('schedule weekly') });
});
