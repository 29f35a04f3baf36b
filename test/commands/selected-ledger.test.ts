// Which ledger the commands work on that speak with one: all select it by the same flags, and say at once that there is
// none.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { STACK_USAGE } from '../../commands/administration/running-stack.ts';
import { HELP_HINT } from '../../commands/command-definition.ts';
import { openTypedCommands } from '../support/commands/typed-command.ts';

const { run, runCountinghouse, writeProfiles, readProfiles, empty, remove } = openTypedCommands();
afterAll(remove);

const MISUSED = 2;
const FAILURE_CODES: Readonly<Record<string, number>> = { verify: 2 };
const SENTENCE = /^[A-Z][^\n]*\.\n/;

/** Those that speak with a stage, with words that select nothing else. */
const OCTOBER = ['--from', '2026-10-01', '--to', '2026-10-31', '--code', 'X', '--format', 'csv'];
const SPEAKING: readonly (readonly string[])[] = [
  ['admin', 'tenant', 'list'],
  ['events'],
  ['evidence', 'rebuild'],
  ['export', 'ada', ...OCTOBER, '--retention', '2036-12-31'],
  ['projections', 'progress'],
  ['projections', 'redrive'],
  ['prove', 'smoke'],
  ['restore', '--to', '2026-11-20T19:24:42Z'],
  ['token', 'ada'],
  ['verify'],
];
const LOCAL = SPEAKING.filter(([command]) => !['prove', 'restore'].includes(command ?? ''));

// The same line everywhere, from the same place.
test.each([...new Set(SPEAKING.map(([command = '']) => command))])(
  '%s --help has the lines that all have',
  async (command) => {
    const { out } = await run(command, '--help');

    expect(out).toMatch(/^ {2}--profile NAME /m);
    expect(out).toMatch(/^ {2}--json {11}print JSON/m);
    expect(out).toMatch(
      /\n\nExit codes: 0 [^;]+; 1 [^;]+; 2 wrong words or flags[^;]*(; 3 .+)?\.\n$/,
    );
    if (command === 'prove' || command === 'restore') return;
    expect(out).toContain(STACK_USAGE);
  },
);

test.each(LOCAL)('%s %s refuses a profile beside a local stack', async (command, ...words) => {
  const flags = ['--profile', 'bank', '--data', empty];
  const { code, error } = await run(command ?? '', ...words, ...flags);

  expect(code).toBe(MISUSED);
  expect(error).toBe(
    `Give --profile for a stage, or --data or --stack for a local stack, not both.\n${HELP_HINT}\n`,
  );
});

test.each(LOCAL)('%s %s refuses two local stacks', async (command, ...words) => {
  const flags = ['--stack', 'stack.json', '--data', empty];
  const { code, out, error } = await run(command ?? '', ...words, ...flags);

  expect({ code, out }).toEqual({ code: MISUSED, out: '' });
  expect(error).toContain('Give --data or --stack, which both select a local stack, not both.');
});

const BANK = {
  base_url: 'http://localhost:1/',
  workbench_url: 'http://localhost:1/',
  auth_url: 'http://localhost:1',
  client_id: 'command',
  redirect_uri: 'http://localhost:1/callback',
};
const ofService = ['token', 'export'];

test.each(SPEAKING.filter(([command]) => command !== 'events'))(
  '%s %s names a profile that does not exist, with those that do',
  async (command, ...words) => {
    writeProfiles({ bank: BANK });
    const { code, error } = await run(command ?? '', ...words, '--profile', 'bnak');

    expect(code).toBe(FAILURE_CODES[command ?? ''] ?? 1);
    expect(error).toContain('There is no profile bnak. There are: bank.');
  },
);

test.each(SPEAKING.filter(([command = '']) => !['events', ...ofService].includes(command)))(
  '%s %s works on the stage of the profile',
  async (command, ...words) => {
    writeProfiles({ bank: BANK });
    const unnamed = await run(command ?? '', ...words, '--profile', 'bank');
    writeProfiles({ bank: { ...BANK, stage: 'production' } });
    const named = await run(command ?? '', ...words, '--profile', 'bank');

    expect(unnamed.error).toContain('The profile bank does not say which stage on AWS it is');
    // It got as far as AWS, for which this machine has nothing.
    expect(named.error).toContain('No region of AWS is chosen: set AWS_REGION');
    expect([unnamed.code, named.code]).toEqual(Array(2).fill(FAILURE_CODES[command ?? ''] ?? 1));
  },
);

test('login stores in a profile which stage on AWS it is', async () => {
  writeProfiles({ bank: BANK });
  const { code } = await runCountinghouse('login', '--profile', 'bank', '--stage', 'production');

  expect(code).toBe(0);
  expect(readProfiles()).toEqual({ bank: { ...BANK, stage: 'production' } });
});

test.each([['token'], ['export', ...OCTOBER, '--retention', '2036-12-31']])(
  '%s %s without an operator is that of the sign-in at the profile',
  async (command, ...words) => {
    writeProfiles({ bank: BANK });
    const { code, error } = await run(command, ...words, '--profile', 'bank');

    expect(code).toBe(1);
    expect(error).toContain('Sign in first with `countinghouse login`');
  },
);

test('events says that a stage has a bus of its own', async () => {
  const { code, error } = await run('events', '--profile', 'bank');

  expect({ code, error }).toEqual({
    code: 1,
    error: 'A stage publishes to its event bus: subscribe there (docs/events.md).\n',
  });
});

// Nothing listens there: no command repeats calls to it for long, and none waits for what never comes.
test.each(LOCAL)('%s %s says that a stack does not answer', async (command, ...words) => {
  const file = join(empty, 'elsewhere.json');
  writeFileSync(file, JSON.stringify(BANK));
  const { code, out, error } = await run(command ?? '', ...words, '--stack', file);

  expect({ code, out }).toEqual({ code: FAILURE_CODES[command ?? ''] ?? 1, out: '' });
  expect(error).toContain('No stack is running: nothing answers at http://localhost:1/.');
});

test.each(LOCAL)('%s %s says that there is no stack', async (command, ...words) => {
  const { code, out, error } = await run(command ?? '', ...words, '--data', empty);

  expect({ code, out }).toEqual({ code: FAILURE_CODES[command ?? ''] ?? 1, out: '' });
  expect(error).toMatch(SENTENCE);
  expect(error).toContain(`No stack is running: there is no ${join(empty, 'stack.json')}.`);
});
