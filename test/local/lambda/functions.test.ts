import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { startFixture, temporaryFolder } from '../fixture.ts';
import type { JsonObject } from '../../../local/cloudformation/template.ts';
import { advanceTime, returnToPresent } from '../../support/stack/advance-time.ts';

const returns = (expression: string) =>
  `export const handler = async (event, context) => (${expression});`;

const functions: Record<string, string | [string, JsonObject]> = {
  surroundings: [
    returns('{ env: process.env, context, remaining: context.getRemainingTimeInMillis() }'),
    { MemorySize: 256, Timeout: 7, Environment: { Variables: { STAGE: 'test', PORT: 1 } } },
  ],
  echo: returns('event'),
  nothing: returns('undefined'),
  large: returns(`'x'.repeat(event.bytes)`),
  bigint: returns('1n'),
  throws: `export const handler = async ({ text, value }) => { throw text ? new TypeError(text) : value; };`,
  exits: `let count = 0; export const handler = async ({ exit }) => { count += 1; if (exit) process.exit(0); return count; };`,
  rejects: `export const handler = () => { void Promise.reject(new Error('uncaught')); return new Promise(() => {}); };`,
  crashesLater: `export const handler = async () => { setTimeout(() => { throw new Error('late'); }, 10); return 'early'; };`,
  loops: [`export const handler = async () => { for (;;); };`, { Timeout: 1 }],
  hungry: [
    `export const handler = async () => { const all = []; for (;;) all.push(new Array(1e5).fill(0)); };`,
    { MemorySize: 32, Timeout: 10 },
  ],
  broken: `import './missing.mjs';`,
  handless: `export const other = 1;`,
  prints: `export const handler = async () => { console.log('text'); console.log('{"level":"INFO"}'); };`,
  printsAndExits: `export const handler = async () => { console.log('last words'); process.exit(3); };`,
  printsAndHangs: [
    `export const handler = () => { console.log('still here'); return new Promise(() => {}); };`,
    { Timeout: 1 },
  ],
  waits: `let running = 0; let most = 0;
    export const handler = async () => {
      running += 1; most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1; return { most, thread: (await import('node:worker_threads')).threadId };
    };`,
};

const dataFolder = temporaryFolder();
let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  fixture = await startFixture(functions, {}, { dataFolder: dataFolder.path });
});
afterAll(async () => {
  await fixture.stop();
  dataFolder.remove();
});

const invoke = (name: string, event: unknown = {}) => fixture.functions.invoke(name, event);

test('runs a function in the environment that Lambda provides', async () => {
  const { env, context, remaining } = (await invoke('surroundings')) as Record<string, JsonObject>;

  expect(env).toMatchObject({
    STAGE: 'test',
    PORT: '1',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'surroundings',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_ENDPOINT_URL_DYNAMODB: fixture.endpoint,
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    TZ: ':UTC',
  });
  expect(env).not.toHaveProperty('PATH');
  expect(context).toMatchObject({
    functionName: 'surroundings',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:surroundings',
    memoryLimitInMB: '256',
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(remaining).toBeGreaterThan(6_000);
});

test('a clock that is set takes no time from a function', async () => {
  advanceTime(-60_000);
  const { remaining } = (await invoke('surroundings')) as Record<string, JsonObject>;
  returnToPresent();

  expect(remaining).toBeGreaterThan(6_000);
  expect(Number.isInteger(remaining)).toBe(true);
});

test('passes events and results as JSON', async () => {
  expect(await invoke('echo', { a: [1, null], b: undefined })).toEqual({ a: [1, null] });
  expect(await invoke('arn:aws:lambda:us-east-1:000000000000:function:echo:live', 'x')).toBe('x');
  expect(await invoke('nothing')).toBeNull();
});

test.each<[string, unknown, string, string | RegExp]>([
  ['throws', { text: 'no' }, 'TypeError', 'no'],
  ['throws', { value: 'Unauthorized' }, 'string', 'Unauthorized'],
  ['bigint', {}, 'TypeError', /BigInt/],
  ['large', { bytes: 6 * 1024 * 1024 }, 'Function.ResponseSizeTooLarge', /6 MB/],
  ['echo', 'x'.repeat(6 * 1024 * 1024), 'RequestTooLarge', /6 MB/],
  ['exits', { exit: true }, 'Runtime.ExitError', /exit status 0/],
  ['rejects', {}, 'Error', 'uncaught'],
  ['loops', {}, 'Sandbox.Timedout', 'Task timed out after 1.00 seconds'],
  ['hungry', {}, 'Error', /memory/],
  ['broken', {}, 'Error', /missing\.mjs/],
  ['handless', {}, 'TypeError', /handler is not a function/],
  ['unknown', {}, 'ResourceNotFound', 'There is no function unknown.'],
])('%s with %o fails as %s', async (name, event, errorType, message) => {
  await expect(invoke(name, event)).rejects.toMatchObject({
    name: 'FunctionError',
    errorType,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test('replaces a worker that ended, and reuses one that did not', async () => {
  await invoke('exits');
  expect(await invoke('exits')).toBe(2);

  await expect(invoke('exits', { exit: true })).rejects.toThrow('exit status');

  expect(await invoke('exits')).toBe(1);
});

test('a worker that crashes after its answer fails no other invocation', async () => {
  expect(await invoke('crashesLater')).toBe('early');
  const workers = fixture.functions.workers();
  while (fixture.functions.workers() === workers) await nextTurn();

  expect(await invoke('crashesLater')).toBe('early');
});

test('serves a burst with few workers, each with one invocation at a time', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => invoke('waits')));

  const threads = new Set(answers.map((answer) => (answer as JsonObject).thread));
  expect(threads.size).toBeLessThanOrEqual(8);
  expect(Math.max(...answers.map((answer) => Number((answer as JsonObject).most)))).toBe(1);
  expect(fixture.functions.workers()).toBeLessThanOrEqual(16);
});

test('writes the output of a function to its log, each line an object', async () => {
  await invoke('prints');
  const file = join(dataFolder.path, 'log', 'prints.ndjson');
  const linesNow = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  while (linesNow().length < 3) await sleep(20);

  const lines = linesNow().slice(0, -1);
  expect(lines.map((line) => JSON.parse(line) as JsonObject)).toEqual([
    { timestamp: expect.any(String), message: 'text' },
    { level: 'INFO' },
  ]);
  expect(fixture.lines.join()).not.toContain('text');
});

test.each([
  ['printsAndExits', 'last words'],
  ['printsAndHangs', 'still here'],
])('logs what %s writes before its end', async (name, text) => {
  await expect(invoke(name)).rejects.toThrow();

  expect(readFileSync(join(dataFolder.path, 'log', `${name}.ndjson`), 'utf8')).toContain(text);
});

test('logs errors of a function with their stack', () => {
  const log = readFileSync(join(dataFolder.path, 'log', 'throws.ndjson'), 'utf8');

  expect(log).toMatch(/TypeError: no\\n {4}at handler/);
});

test('with a timeout factor, a call may take longer than its limit, which the function still reads', async () => {
  const outlasts: [string, JsonObject] = [
    `export const handler = async (event, context) => {
      const given = context.getRemainingTimeInMillis();
      while (context.getRemainingTimeInMillis() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      return given;
    };`,
    { Timeout: 1 },
  ];
  const extended = await startFixture({ outlasts }, {}, { timeoutFactor: 300 });
  try {
    const given = await extended.functions.invoke('outlasts', {});
    expect(given).toBeLessThanOrEqual(1_000);
  } finally {
    await extended.stop();
  }
});
