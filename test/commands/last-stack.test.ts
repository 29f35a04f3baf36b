// The stack that was started last, as commands find it from any folder.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildUserFolder, findLastStack, rememberStack } from '../../commands/last-stack.ts';

const home = mkdtempSync(join(tmpdir(), 'home-'));
const usualHome = process.env['HOME'];
beforeAll(() => {
  process.env['HOME'] = home;
});
afterAll(() => {
  process.env['HOME'] = usualHome;
  rmSync(home, { recursive: true });
});

const always = () => true;

/** No system has a name or a home for it. */
const NAMELESS = 54_321;

// As in a container, which runs with a user of its own; only root can become one.
test.each([
  ['an empty one', ''],
  ['none, nor an entry of the system', undefined],
])('a user whose home is %s names the data folder', (_, value) => {
  const uid = process.geteuid?.();
  if (value === undefined) delete process.env['HOME'];
  else process.env['HOME'] = value;
  try {
    if (uid === 0) process.seteuid?.(NAMELESS);
    // Another user than root has a home all the same.
    else if (value === undefined) return;
    const forget = rememberStack('/own/stack.json', always);

    expect(findLastStack(always)).toBeUndefined();
    expect(forget).not.toThrow();
    expect(buildUserFolder).toThrow('This user has no home folder');
  } finally {
    if (uid === 0) process.seteuid?.(uid);
    process.env['HOME'] = home;
  }
});

test('is the newest that runs, until it is forgotten', () => {
  expect(findLastStack(always)).toBeUndefined();

  const forgetFirst = rememberStack('/first/stack.json', always);
  const folder = join(home, '.countinghouse/stacks');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
  const forgetSecond = rememberStack('/second/stack.json', always);

  expect(findLastStack(always)).toBe('/second/stack.json');
  expect(findLastStack((file) => file.startsWith('/first'))).toBe('/first/stack.json');
  expect(findLastStack(() => false)).toBeUndefined();
  forgetSecond();
  expect(findLastStack(always)).toBe('/first/stack.json');
  forgetFirst();
  expect(findLastStack(always)).toBeUndefined();
});

test('forgets stacks that were killed when another one starts', () => {
  const folder = join(home, '.countinghouse/stacks');
  rememberStack('/killed/stack.json', always);
  // Of another program.
  mkdirSync(join(folder, 'folder'));

  const forget = rememberStack('/next/stack.json', (file) => !file.startsWith('/killed'));

  expect(readdirSync(folder).filter((name) => name !== 'folder')).toHaveLength(1);
  expect(findLastStack(always)).toBe('/next/stack.json');
  forget();
  expect(findLastStack(always)).toBeUndefined();
});
