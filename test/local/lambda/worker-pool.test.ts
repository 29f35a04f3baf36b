import { afterEach, expect, test } from '@jest/globals';
import type { LocalDeployment } from '../../../local/start/start.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFixture } from '../fixture.ts';

const SLOW = `import { threadId } from 'node:worker_threads';
export const handler = async (event) => {
  await new Promise((resolve) => setTimeout(resolve, event.wait ?? 0));
  return threadId;
};`;

const FORGETFUL = `let garbage;
export const handler = async ({ wait = 0 }) => {
  garbage ??= new WeakRef({});
  await new Promise((resolve) => setTimeout(resolve, wait));
  return garbage.deref() === undefined;
};`;

let local: LocalDeployment;
afterEach(() => local.stop());

test('ends idle workers and keeps those used last', async () => {
  local = await startFixture(
    { a: SLOW, b: SLOW, c: SLOW },
    {},
    {
      limits: { perFunction: 4, inAll: 8, idle: 2 },
    },
  );
  const [, first] = [await local.functions.invoke('a', {}), await local.functions.invoke('b', {})];
  await local.functions.invoke('c', {});

  expect(local.functions.workers()).toBe(2);
  expect(await local.functions.invoke('b', {})).toBe(first);
});

test('queues work when all workers are busy, and replaces idle workers of other functions', async () => {
  local = await startFixture(
    { a: SLOW, b: SLOW, c: SLOW },
    {},
    {
      limits: { perFunction: 2, inAll: 2, idle: 2 },
    },
  );
  const names = ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'a'];

  const done = Promise.all(names.map((name) => local.functions.invoke(name, { wait: 10 })));

  expect(local.functions.workers()).toBe(2);
  expect(await done).toHaveLength(names.length);
  expect(local.functions.workers()).toBe(2);
});

test('fails running and waiting work when the pool stops', async () => {
  local = await startFixture({ a: SLOW }, {}, { limits: { perFunction: 1, inAll: 1, idle: 1 } });
  const calls = [1, 2].map(() => local.functions.invoke('a', { wait: 60_000 }));
  const settled = Promise.allSettled(calls);

  await local.stop();

  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(local.functions.workers()).toBe(0);
  await expect(local.functions.invoke('a', {})).rejects.toThrow('stopping');
});

test('collects the garbage of a worker that waits', async () => {
  local = await startFixture({ a: FORGETFUL });
  // As long as it works, it does not wait, on however busy a machine.
  expect(await local.functions.invoke('a', { wait: 1_500 })).toBe(false);

  let isCollected: unknown = false;
  while (isCollected === false) {
    await sleep(3_000);
    isCollected = await local.functions.invoke('a', {});
  }
  expect(isCollected).toBe(true);
});
