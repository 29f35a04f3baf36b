// Every command of bin/ explains itself, and ends with a sentence when it cannot work.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { formatError } from '../../commands/format-error.ts';

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

  expect(source).toContain('await runCommand(');
  expect(source).not.toMatch(/parseArgs|process\.argv/);
});

test.each(['events', 'generate', 'verify'])(
  '%s refuses a flag that it does not know',
  async (command) => {
    const { code, out, error } = await run(command, '--no-such-flag');

    expect({ code, out }).toEqual({ code: FAILURE_CODES[command] ?? 1, out: '' });
    expect(error).toBe("Unknown option '--no-such-flag'. --help lists the flags.\n");
  },
);

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
  ['admin', 'There is no command tenant destroy.', 'tenant', 'destroy'],
  ['admin', 'operator list takes TENANT.', 'operator', 'list'],
  ['bench', 'There is no measurement nothing.', 'nothing'],
  ['evidence', 'There is no command burn.', 'burn'],
  ['exercise', 'There is no exercise flood.', 'flood'],
  ['projections', 'There is no command burn.', 'burn'],
  ['projections', 'Give the name of a projection.', 'rebuild'],
  ['restore', 'Give --stage and --to.', '--stage', 'production'],
  ['token', 'Give the name of one operator.'],
  ['token', 'Give the name of one operator.', 'ada', 'ben'],
])('%s answers wrong words with "%s" and its usage', async (command, sentence, ...words) => {
  const { code, error } = await run(command, ...words);

  expect(code).toBe(1);
  expect(error.split('\n').slice(0, 2)).toEqual([sentence, '']);
  expect(error).toContain(`npm run `);
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
