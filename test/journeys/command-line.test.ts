// `npm run admin`, `token` and `export`, as an administrator, a script and a compliance officer run them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { readPartition } from '../../functions/identity/storage/identity-table.ts';
import { buildSchedulesConnection } from '../../commands/administration/connect.ts';
import { buildLedgerConnection } from '../../commands/verification/connect.ts';
import { MAKER, PASSWORD, REDIRECT_URI } from '../support/stack/identity.ts';
import { buildEntryBody } from '../../tools/samples/request-bodies.ts';
import { credit } from '../support/stack/ledger.ts';
import { PRESENT_PERIOD } from '../support/fixtures/periods.ts';
import { startSignedInStack } from '../support/stack/signed-in-stack.ts';
import type { SignedInStack } from '../support/stack/signed-in-stack.ts';

const bin = join(import.meta.dirname, '../../bin');
const folder = mkdtempSync(join(tmpdir(), 'command-line-'));
const stackFile = join(folder, 'stack.json');

let stack: SignedInStack;
beforeAll(async () => {
  stack = await startSignedInStack();
  const connections = {
    auth_url: stack.authUrl,
    workbench_url: stack.local.urls.workbench_url,
    client_id: 'console',
    redirect_uri: REDIRECT_URI,
    operators: [{ username: MAKER, password: PASSWORD }],
    identity: { table: stack.administration.table.name, endpoint: stack.local.endpoint },
    ledger: buildLedgerConnection(stack.local),
    schedules: buildSchedulesConnection(stack.local),
  };
  writeFileSync(stackFile, JSON.stringify(connections));
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
});

interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function run(
  command: 'admin' | 'export' | 'token',
  words: string[],
  input = '',
): Promise<CommandResult> {
  const file = join(bin, `${command}.ts`);
  const child = spawn(process.execPath, [file, ...words, '--stack', stackFile]);
  let [out, error] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (error += String(text)));
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}

const admin = (words: string, input?: string) => run('admin', words.split(' '), input);

test('prints a token for the ledger and nothing else', async () => {
  const { code, out } = await run('token', [MAKER]);

  expect(code).toBe(0);
  expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect((await stack.get('/api/accounts', { token: out.trim() })).status).toBe(200);
  expect(JSON.parse((await run('token', [MAKER, '--json'])).out)).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
});

test('manages an operator from creation to disabling', async () => {
  expect((await admin('tenant create gamma --name Gamma')).out).toBe('Tenant gamma created.\n');
  const created = await admin('operator create jo@gamma finance.read', 'a password of jo\n');
  expect(created).toMatchObject({ code: 0, out: expect.stringContaining('jo@gamma created: op_') });

  const token = await run('token', ['jo@gamma'], 'a password of jo\n');
  expect(decodeJwt(token.out)).toMatchObject({ tenant_id: 'gamma', scope: 'finance.read' });

  await admin('operator grant jo@gamma finance.write audit.read');
  await admin('operator revoke jo@gamma audit.read');
  await admin('operator reset-password jo@gamma', 'another password\n');
  expect((await admin('operator list gamma')).out).toMatch(
    /^jo@gamma +op_[\w-]+ +enabled +finance\.read finance\.write\n$/,
  );
  const [id = ''] = /op_[\w-]+/.exec(created.out) ?? [];
  const shown = [await admin(`operator show ${id}`), await admin('operator show jo@gamma')];
  expect(shown.map(({ out }) => out)).toEqual([
    `jo@gamma  ${id}  enabled  finance.read finance.write\n`,
    `jo@gamma  ${id}  enabled  finance.read finance.write\n`,
  ]);
  await admin('operator disable jo@gamma');
  const refused = await run('token', ['jo@gamma'], 'another password\n');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.error).toContain('username or the password is incorrect');

  const listed = await admin('audit gamma --action operator.granted');
  expect(listed.out).toMatch(
    /^\S+ {2}local:\w+ {2}operator\.granted {2}op_\S+ {2}\{.*finance\.write.*\}\n$/,
  );
  const records = await readPartition(stack.administration.table, 'Audit#gamma');
  expect(records).toHaveLength(6);
  expect(records.every(({ actor }) => /^local:\w+$/.test(String(actor)))).toBe(true);
});

const warnOf = (tenant: string, remedy: string) =>
  `Warning: there is no trace of a tenant ${tenant}: tenant list does not have it, and nothing of it was sealed so ` +
  `far. If another issuer has it, all is well. If its name is misspelt, ${remedy}.\n`;

test('sets the first controls of a tenant, once', async () => {
  const file = join(folder, 'controls.json');
  const control = { operation: 'postJournalEntry', when: 'amount > 100.00', require: 'APPROVAL' };
  writeFileSync(file, JSON.stringify({ controls: [control] }));

  const set = await admin(`controls set coral --file ${file}`);

  expect(set).toMatchObject({ code: 0, out: expect.stringContaining('two operators change them') });
  expect(set.error).toBe(warnOf('coral', 'set them for the right one too'));
  const token = await stack.token({ tenant_id: 'coral' });
  const { body } = await stack.get('/api/controls', { token });
  expect(body).toMatchObject({ controls: [control], version: 1 });
  const again = await admin(`controls set coral --file ${file}`);
  expect(again).toMatchObject({ code: 1, error: expect.stringContaining('controls already') });
});

test('sets, shows, runs and clears a schedule of exports', async () => {
  expect((await admin('schedule show aurora')).out).toBe('aurora has no schedule.\n');
  const set = await admin('schedule set aurora --code FEC-552100554 --retention-years 6');
  expect(set.out).toBe('Each month of aurora is exported on the third of the next.\n');
  expect(set.error).toBe('');
  const { out } = await admin('schedule show aurora');
  expect(out).toContain(
    'Early on the third day of each month (UTC), the month before is exported.',
  );
  expect(out).toContain('cron(17 3 3 * ? *)');
  const shown = JSON.parse((await admin('schedule show aurora --json')).out);
  expect(shown).toMatchObject({ input: { legal_basis_code: 'FEC-552100554', retention_years: 6 } });
  expect(out).toContain('"legal_basis_code":"FEC-552100554","retention_years":6');
  const token = await stack.token({ tenant_id: 'aurora', scope: 'audit.read' });
  const listed = await stack.get('/api/export-schedules', { token, api: 'workbench' });
  expect(listed.body.items).toMatchObject([
    { legal_basis_code: 'FEC-552100554', retention_years: 6 },
  ]);

  // The next run is always nearer than that, and the one after it further.
  const soon = new Date(Date.now() + 31 * 86_400_000);
  await stack.local.scheduler.callDue(soon);
  await stack.local.scheduler.callDue(soon);
  const { body } = await stack.get('/api/legacy-batches', { token, api: 'workbench' });
  expect(body.items).toEqual([
    expect.objectContaining({
      type: 'REGULATORY_EXPORT',
      request: expect.objectContaining({ legal_basis_code: 'FEC-552100554' }),
    }),
  ]);

  expect((await admin('schedule clear aurora')).out).toBe('aurora no longer has a schedule.\n');
  expect((await admin('schedule show aurora')).out).toBe('aurora has no schedule.\n');

  const none = await admin('schedule clear aurora');
  expect(none).toEqual({ code: 1, out: '', error: 'aurora has no schedule.\n' });

  const records = await readPartition(stack.administration.table, 'Audit#aurora');
  expect(records.slice(-2).map(({ action }) => action)).toEqual([
    'schedule.set',
    'schedule.cleared',
  ]);
});

test('warns of a schedule for a tenant of which there is no trace', async () => {
  const set = await admin('schedule set auroa --code BANKING-ACT-24 --format csv --json');

  expect(set.code).toBe(0);
  expect(JSON.parse(set.out)).toMatchObject({ tenant_id: 'auroa' });
  expect(set.error).toBe(warnOf('auroa', 'run: schedule clear auroa'));
});

test('requests, awaits, downloads and checks an export, and repeats it identically', async () => {
  await admin('tenant create delta --name Delta');
  await admin('operator create carla@delta compliance.operate', `${PASSWORD}\n`);
  const token = await stack.token({ tenant_id: 'delta' });
  const account = { customer_id: 'cus-1', product_id: 'current', name: 'Ada', currency: 'EUR' };
  const { id } = (await stack.post('/api/accounts', account, { token })).body;
  // A FEC has only codes of the French chart.
  const { ledger_lines } = buildEntryBody('12.50', ['512000', '419000'], []);
  const entry = { ...credit(id, '12.50'), ledger_lines };
  expect((await stack.post('/api/journal-entries', entry, { token })).status).toBe(201);
  const { period_from, period_to, retention_until } = PRESENT_PERIOD;
  const period = ['--from', period_from, '--to', period_to, '--retention', retention_until];
  const files = join(folder, 'exports');
  const words = ['carla@delta', ...period, '--code', 'SAFT-DE', '--folder', files];

  const unnamed = await run('export', words, `${PASSWORD}\n`);
  words.push('--format', 'csv');
  const first = await run('export', words, `${PASSWORD}\n`);
  const again = await run('export', words, `${PASSWORD}\n`);
  const other = await run('export', [...words, '--key', 'no'], `${PASSWORD}\n`);

  expect(unnamed).toMatchObject({ code: 1, out: '' });
  expect(unnamed.error).toMatch(
    /^SAFT-DE is no code that this service knows: CSV\. .*--format csv\./,
  );
  expect(first).toMatchObject({ code: 0, error: '' });
  expect(first.out).toMatch(/^bat_\S+, requested at \S+: COMPLETED\n/);
  expect(first.out).toContain('  format: The request names the format CSV.\n');
  expect(first.out).toContain('  total_debits: 12.50\n');
  expect(first.out).toMatch(/\nThe export is sound\.\n$/);
  expect(readdirSync(files)).toEqual([
    expect.stringMatching(/\.csv$/),
    expect.stringMatching(/\.csv\.manifest\.json$/),
    expect.stringMatching(/\.csv\.manifest\.json\.sig$/),
  ]);
  expect(again).toEqual(first);
  const json = await run('export', [...words, '--json'], `${PASSWORD}\n`);
  expect(JSON.parse(json.out)).toEqual({
    batch: expect.objectContaining({ status: 'COMPLETED' }),
    files: readdirSync(files).map((name) => join(files, name)),
    differences: [],
    difference_count: 0,
  });

  const fec = ['--code', 'FEC-552100554', '--encoding', 'ISO-8859-15', '--folder', `${files}-fec`];
  const third = await run('export', ['carla@delta', ...period, ...fec], `${PASSWORD}\n`);
  expect(third.out).toMatch(/\nThe export is sound\.\n$/);
  const [name = '', ...others] = readdirSync(`${files}-fec`);
  expect(name).toBe(`552100554FEC${period_to.replaceAll('-', '')}-description.txt`);
  expect(others).toEqual([
    name.replace('-description', ''),
    name.replace('-description.txt', '.txt.manifest.json'),
    name.replace('-description.txt', '.txt.manifest.json.sig'),
  ]);
  expect(other).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^400 /) });
});

test('prints the secret of a service once and nothing else', async () => {
  const { out } = await admin('client create night --service --tenant aurora');

  expect(out).toMatch(/^[\w-]{43}\n$/);
  expect((await admin('client rotate-secret night --overlap-hours 1')).out).toMatch(
    /^[\w-]{43}\n$/,
  );
  const granted = await admin('client grant night finance.write');
  expect(granted.out).toContain('this goes beyond that. To withdraw it: client revoke night');
  expect((await admin('client list')).out).toMatch(
    /night +night +service of aurora +internal.worker finance.write +svc_/,
  );
  expect((await admin('client revoke night finance.write')).out).toContain('no longer holds');
  expect((await admin('client show night')).out).toMatch(
    /secret +[\w-]{8} +created 20.* +no end +last used never\nsecret +[\w-]{8} +created 20.* +ends 20/,
  );
});

test.each([
  [2, 'nothing', "error: unknown command 'nothing'"],
  [2, 'operator', 'operator takes create, grant,'],
  [2, 'operator grant jo@gamma', 'operator grant takes NAME@TENANT PERMISSION'],
  [2, 'operator disable maker@aurora checker@aurora', 'operator disable takes no checker@aurora.'],
  [2, 'tenant list aurora', 'tenant list takes no aurora.'],
  [2, 'operator grant maker@aurora finance.everything', 'finance.everything is not a permission'],
  [1, 'operator show op_unknown', 'There is no operator op_unknown.'],
  [1, 'operator show unknown@aurora', 'There is no operator unknown@aurora.'],
  [1, 'operator create jo@nowhere', 'A password has 12 to 256 characters.'],
  [2, 'operator create jo@aurora --password hunter2', "error: unknown option '--password'"],
  [
    1,
    'client create night2 finance.read --service --tenant aurora',
    'finance.read is not a permission that a service has by default: client grant.',
  ],
  [1, 'client grant worker finance.approve', 'finance.approve stays with people'],
  [1, 'client revoke unknown finance.write', 'There is no service unknown.'],
  [1, 'client show console', 'There is no service console.'],
  [2, 'client add-key worker', 'Give the file of the public key with --public-key.'],
  [1, 'client add-key worker --public-key package.json', 'The file has no public key in PEM.'],
  [2, 'schedule set aurora', 'Give the legal basis with --code.'],
  [
    2,
    'schedule set aurora --code FEC --retention-years many',
    '--retention-years takes a number from 1 to 99, not "many".',
  ],
  [2, 'client rotate-secret worker --overlap-hours=', "'--overlap-hours <value>' argument '' is"],
  [2, 'client rotate-secret worker --overlap-hours x', '--overlap-hours takes a number of hours'],
  // Of these, JavaScript takes the last two for days: the second of March and the tenth of January.
  [2, 'audit aurora --from yesterday', '--from takes a day or a time in ISO 8601'],
  [2, 'audit aurora --to 2026-02-30', '--to takes a day or a time in ISO 8601'],
  [2, 'audit aurora --from 01.10.2026', '--from takes a day or a time in ISO 8601'],
  [1, 'schedule set aurora --code SAFT-DE', 'SAFT-DE is no code that this service knows: CSV.'],
  [2, 'schedule set aurora --code X --format saf-t', '--format takes fec or csv, not "saf-t".'],
  [1, 'schedule set aurora --code FEC --format csv', 'FEC is a code of the format fec'],
  [1, 'schedule set aurora --code FEC', 'A FEC is named after the SIREN of the institution'],
  [1, 'client create web --redirect-uri http://bank.example', 'is not an https address'],
])('exits with %d for %s, and names the fault', async (exitCode, words, sentence) => {
  const { code, out, error } = await admin(words);

  expect({ code, out }).toEqual({ code: exitCode, out: '' });
  expect(error).toContain(sentence);
  expect(error).not.toContain('    at ');
});
