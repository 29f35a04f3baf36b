// Every command of bin/ explains itself, and ends with a sentence when it cannot work.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { formatError } from '../../commands/format-error.ts';
import { HELP_HINT } from '../../commands/run-command.ts';

const root = join(import.meta.dirname, '../..');
const empty = mkdtempSync(join(tmpdir(), 'no-stack-'));
const killed = mkdtempSync(join(tmpdir(), 'killed-stack-'));
afterAll(() => [empty, killed].forEach((folder) => rmSync(folder, { recursive: true })));

const commands = globSync('bin/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
const ANSWER_TIMEOUT_MS = 60_000;

/** Runs a command as npm does; `code` is null for one that had to be ended. */
function run(command: string, ...words: string[]) {
  const file = join(root, 'bin', `${command}.ts`);
  const child = spawn(process.execPath, [file, ...words], { timeout: ANSWER_TIMEOUT_MS });
  let [out, error] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (error += String(text)));
  child.stdin.end();
  return new Promise<{ code: number | null; out: string; error: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out, error })),
  );
}

const SENTENCE = /^[A-Z][^\n]*\.\n/;
const FAILURE_CODES: Readonly<Record<string, number>> = { verify: 2 };

test.each(commands)('%s --help prints its usage', async (command) => {
  const { code, out, error } = await run(command, '--help');

  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/^(npm (run|start)|npx cdk|node bin\/) ?[^]+\n$/);
});

// The CDK runs its application itself, with words of its own.
const typed = commands.filter((command) => command !== 'countinghouse');

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

    expect({ code, out }).toEqual({ code: FAILURE_CODES[command] ?? 1, out: '' });
    expect(error).toBe(`error: unknown option '--no-such-flag'\n${HELP_HINT}\n`);
  },
);

test.each([
  ['verify', "error: unknown option '--tenat'\n(Did you mean --tenant?)", '--tenat', 'acme'],
  ['local', "error: unknown option '--fres'\n(Did you mean --fresh?)", '--fres'],
  ['verify', "error: option '--tenant <value>' argument missing", '--tenant'],
  ['generate', 'error: too many arguments. Expected 0 arguments but got 1.', 'all'],
  ['admin', "error: unknown command 'operater'\n(Did you mean operator?)", 'operater', 'list'],
  ['admin', "error: unknown command 'lits'\n(Did you mean list?)", 'operator', 'lits'],
  ['admin', "error: unknown command 'destroy'", 'tenant', 'destroy'],
  ['projections', "error: unknown command 'redrve'\n(Did you mean redrive?)", 'redrve'],
  ['evidence', "error: unknown command 'burn'", 'burn'],
  ['prove', "error: unknown command 'smok'\n(Did you mean smoke?)", 'smok'],
])('%s answers "%s", as countinghouse does', async (command, sentence, ...words) => {
  const { code, out, error } = await run(command, ...words);

  expect({ code, out }).toEqual({ code: FAILURE_CODES[command] ?? 1, out: '' });
  expect(error).toBe(`${sentence}\n${HELP_HINT}\n`);
});

test('a flag may be given several times, with an equals sign, and with a word that starts with a dash', async () => {
  const words = ['operator', 'list', '--json', '--stack=-nowhere', '--redirect-uri', 'a'];
  const { code, error } = await run('admin', ...words, 'aurora', '--redirect-uri', 'b');

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
  ['bench', 'There is no measurement nothing.', 'nothing'],
  ['exercise', 'There is no exercise flood.', 'flood'],
  ['projections', 'Give a command.'],
  ['projections', 'Give the name of a projection.', 'rebuild'],
  ['restore', 'Give --stage and --to.', '--stage', 'production'],
  ['token', 'Give the name of one operator.'],
  ['token', 'Give the name of one operator.', 'ada', 'ben'],
])('%s answers wrong words with "%s"', async (command, sentence, ...words) => {
  const { code, error } = await run(command, ...words);

  expect(code).toBe(1);
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

test('verify-artifact says that a folder is no file', async () => {
  const { code, error } = await run('verify-artifact', '--format', 'fec', import.meta.dirname);

  expect({ code, error }).toEqual({
    code: 1,
    error: 'A folder was given where a file is expected.\n',
  });
});

const connected = [
  ['admin', 'tenant', 'list'],
  ['events'],
  ['evidence', 'rebuild'],
  [
    'export',
    'ada',
    '--from',
    '2026-10-01',
    '--to',
    '2026-10-31',
    '--code',
    'X',
    '--retention',
    '2036-12-31',
  ],
  ['projections', 'progress'],
  ['token', 'ada'],
  ['verify'],
] as const;

test.each(connected)('%s says that there is no stack', async (command, ...words) => {
  const { code, out, error } = await run(command, ...words, '--data', empty);

  expect({ code, out }).toEqual({ code: FAILURE_CODES[command] ?? 1, out: '' });
  expect(error).toMatch(SENTENCE);
  expect(error).toContain(`No stack is running: there is no ${join(empty, 'stack.json')}.`);
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
  const nowhere = await fetch('http://localhost:1').catch((error: unknown) => error);

  expect(formatError(nowhere)).toMatch(/ECONNREFUSED.*: nothing answers there\.$|^bad port$/);
  expect(formatError(new AggregateError([new Error('It is closed.')]))).toBe('It is closed.');
  expect(formatError('text')).toBe('text');
});
