// Every command of bin/ explains itself, and ends with a sentence when it cannot work.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { formatError } from '../../commands/format-error.ts';
import { findFreePort } from '../../local/http/free-port.ts';
import { openTypedCommands } from '../support/commands/typed-command.ts';
import { HELP_HINT } from '../../commands/command-definition.ts';

const root = join(import.meta.dirname, '../..');
const killed = mkdtempSync(join(tmpdir(), 'killed-stack-'));
const { run, remove } = openTypedCommands();
afterAll(() => {
  remove();
  rmSync(killed, { recursive: true });
});

const commands = globSync('bin/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));

const MISUSED = 2;
const FAILURE_CODES: Readonly<Record<string, number>> = { verify: 2 };

test.each(commands)('%s --help prints its usage', async (command) => {
  const { code, out, error } = await run(command, '--help');

  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/^(npm (run|start)|npx cdk|node bin\/) ?[^]+\n$/);
});

// The CDK runs its application itself, with words of its own.
const typed = commands.filter((command) => command !== 'countinghouse');

test.each(typed)('%s --help ends with its exit codes', async (command) => {
  expect((await run(command, '--help')).out).toMatch(/\n\nExit codes: 0 .+\.\n$/);
});

test.each(typed)('%s reads its flags as all commands do', (command) => {
  const source = readFileSync(join(root, 'bin', `${command}.ts`), 'utf8');

  // Auditors keep the check of evidence as one file, without the library that could start processes.
  const runner = command === 'verify-evidence' ? 'runAlone' : 'runCommand';
  expect(source).toContain(`await ${runner}(`);
  expect(source).not.toMatch(/parseArgs|process\.argv/);
});

test.each(['events', 'generate', 'verify'])(
  '%s refuses a flag that it does not know',
  async (command) => {
    const { code, out, error } = await run(command, '--no-such-flag');

    expect({ code, out }).toEqual({ code: MISUSED, out: '' });
    expect(error).toBe(`error: unknown option '--no-such-flag'\n${HELP_HINT}\n`);
  },
);

test.each([
  ['verify', "error: unknown option '--tenat'\n(Did you mean --tenant?)", '--tenat', 'acme'],
  ['local', "error: unknown option '--fres'\n(Did you mean --fresh?)", '--fres'],
  ['verify', "error: option '--tenant <value>' argument missing", '--tenant'],
  [
    'verify',
    "error: option '--tenant <value>' argument 'boreal' is invalid. The flag is given twice.",
    '--tenant',
    'aurora',
    '--tenant',
    'boreal',
  ],
  ['prove', "error: option '--stage <value>' argument '' is invalid. It is empty.", '--stage='],
  [
    'evidence',
    "error: option '--key <value>' argument '' is invalid. It is empty.",
    'rebuild',
    '--key',
    '',
  ],
  ['verify-evidence', "error: unknown option '--kye'\n(Did you mean --key?)", '--kye', 'k'],
  ['verify-evidence', "error: unknown option '--nothing-like-it'", '--nothing-like-it'],
  ['verify-evidence', "error: option '--key <value>' argument missing", '--key'],
  ['generate', 'error: too many arguments. Expected 0 arguments but got 1.', 'all'],
  ['admin', "error: unknown command 'operater'\n(Did you mean operator?)", 'operater', 'list'],
  ['admin', "error: unknown command 'lits'\n(Did you mean list?)", 'operator', 'lits'],
  ['admin', "error: unknown command 'destroy'", 'tenant', 'destroy'],
  ['projections', "error: unknown command 'redrve'\n(Did you mean redrive?)", 'redrve'],
  ['projections', "error: unknown command 'rebiuld'\n(Did you mean rebuild?)", 'rebiuld', 'all'],
  ['admin', "error: unknown command 'constructor'", 'constructor'],
  ['projections', "error: unknown command 'toString'", 'toString', 'all'],
  ['prove', "error: unknown command 'valueOf'", 'valueOf'],
  ['evidence', "error: unknown command 'burn'", 'burn'],
  ['prove', "error: unknown command 'smok'\n(Did you mean smoke?)", 'smok'],
])('%s answers "%s", as countinghouse does', async (command, sentence, ...words) => {
  const { code, out, error } = await run(command, ...words);

  expect({ code, out }).toEqual({ code: MISUSED, out: '' });
  expect(error).toBe(`${sentence}\n${HELP_HINT}\n`);
});

test('a flag may be given several times, with an equals sign, and with a word that starts with a dash', async () => {
  const words = ['client', 'create', '--json', '--stack=-nowhere', '--redirect-uri', 'a'];
  const { code, error } = await run('admin', ...words, 'web', '--redirect-uri', 'b');

  expect({ code, error }).toMatchObject({ code: 1, error: expect.stringContaining('-nowhere') });
});

// Without the stage they would report on another ledger than the caller means.
test.each([
  ['verify', '--ledger-table'],
  ['verify', '--evidence-bucket'],
  ['evidence', '--receipts-table', 'rebuild'],
])('%s refuses %s without a stage', async (command, flag, ...words) => {
  const { code, out, error } = await run(command, ...words, flag, 'restored');

  expect({ code, out }).toEqual({ code: FAILURE_CODES[command] ?? 1, out: '' });
  expect(error).toBe(`${flag} names something of a stage on AWS: give --stage too.\n`);
});

test.each([
  ['admin', 'tenant takes create, list, require-second-factor.', 'tenant'],
  ['admin', 'operator list takes TENANT.', 'operator', 'list'],
  ['admin', 'tenant create takes no --tenant.', 'tenant', 'create', 'gamma', '--tenant', 'aurora'],
  ['admin', 'schedule show takes no --code.', 'schedule', 'show', 'aurora', '--code', 'X'],
  ['bench', 'There is no measurement nothing.', 'nothing'],
  ['exercise', 'There is no exercise flood.', 'flood'],
  ['projections', 'Give a command.'],
  ['projections', 'Give the name of a projection.', 'rebuild'],
  ['bench', '--rounds takes a number from 1 to 99, not "many".', '--rounds', 'many'],
  ...['localhost:8080/hook', 'ftp://a.example', 'http://'].map((address) => [
    'events',
    `--forward-to takes an address like http://localhost:8080, not "${address}".`,
    '--forward-to',
    address,
  ]),
  ...['whsec_!!', 'whsec_'].map((secret) => [
    'events',
    '--secret takes whsec_ and bytes in Base64, as of Standard Webhooks.',
    '--forward-to',
    'http://localhost:8080/hook',
    '--secret',
    secret,
  ]),
  ['mutation', 'There is no file or folder nowhere.', 'nowhere', '--tests', 'test/domain'],
  ['export', 'Give the name of one operator.'],
  ['export', 'Give --to and --retention.', 'ada', '--from', '2026-10-01', '--code', 'X'],
  ['prove', 'Give --aws-profile and --previous.'],
  [
    'prove',
    '--previous nowhere is no checkout after npm ci.',
    '--aws-profile',
    'sandbox',
    '--previous',
    'nowhere',
  ],
  ['prove', 'Give --stage or --profile.', 'smoke'],
  ['prove', 'smoke takes no test.', 'smoke', 'test'],
  ['restore', 'Give --stage and --to.'],
  ['restore', 'Give --to.', '--stage', 'production'],
  ['soak', '--seeds takes two numbers like 1-20, without --seed, not "9-1".', '--seeds', '9-1'],
  ['soak', '--minutes takes a number above zero, not "some".', '--minutes', 'some'],
  ['token', 'Give --redirect-uri.', 'ada', '--auth-url', 'https://a.example', '--client-id', 'b'],
  ['token', 'Give the name of one operator.'],
  ['token', 'Give the name of one operator.', 'ada', 'ben'],
  [
    'verify-artifact',
    '--format csv is not a format that is checked without a manifest: fec.',
    '--format',
    'csv',
    'entries.csv',
  ],
  [
    'verify-artifact',
    '--format takes fec or csv, not "cvs".',
    '--format',
    'cvs',
    'entries.csv',
    'manifest.json',
  ],
  [
    'verify-artifact',
    '--encoding latin is not one of UTF-8, ISO-8859-15, US-ASCII.',
    '--format',
    'fec',
    '--encoding',
    'latin',
    'fec.txt',
  ],
])('%s answers wrong words with "%s"', async (command, sentence, ...words) => {
  const { code, error } = await run(command, ...words);

  expect(code).toBe(MISUSED);
  expect(error).toBe(`${sentence}\n${HELP_HINT}\n`);
});

test.each([
  ['--format', 'fec', 'nothing.txt'],
  ['nothing.csv', 'nothing.manifest.json'],
])('verify-artifact says which file is missing: %s %s', async (...words) => {
  const { code, error } = await run('verify-artifact', ...words);

  expect(code).toBe(1);
  expect(error).toMatch(/^There is no nothing\.\w+.*\.\n$/);
});

test('verify-artifact says which file is no manifest, also of the two in the wrong order', async () => {
  const { code, error } = await run('verify-artifact', 'm.json', import.meta.filename);

  expect(code).toBe(1);
  expect(error).toBe(`${import.meta.filename} is not a manifest: it is not JSON.\n`);
});

test('verify-artifact says that a folder is no file', async () => {
  const { code, error } = await run('verify-artifact', '--format', 'fec', import.meta.dirname);

  expect({ code, error }).toEqual({
    code: 1,
    error: 'A folder was given where a file is expected.\n',
  });
});

test('a stack that was killed does not run', async () => {
  writeFileSync(join(killed, 'stack.json'), '{}');
  const ended = spawn('true');
  await new Promise((resolve) => ended.once('close', resolve));
  writeFileSync(join(killed, 'runner.pid'), `${ended.pid}\n`);

  const { code, error } = await run('events', '--data', killed);

  expect(code).toBe(1);
  expect(error).toContain(`${join(killed, 'stack.json')} is of one that was killed.`);
});

test('an error without a message of its own is a sentence too', async () => {
  const port = await findFreePort();
  const nowhere = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error);

  expect(formatError(nowhere)).toMatch(/ECONNREFUSED.*: nothing answers there\.$/);
  expect(formatError(new AggregateError([new Error('It is closed.')]))).toBe('It is closed.');
  expect(formatError('text')).toBe('text');
});
