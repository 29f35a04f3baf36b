import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { digestSources, AssemblyCache } from '../../../local/cloudformation/assembly-cache.ts';
import { temporaryFolder } from '../fixture.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const at = (...path: string[]) => join(folder.path, ...path);

function write(path: string, text: string): void {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text);
}

const sources = {
  'root/bin/app.ts': 'app',
  'root/lib/stacks/data.ts': 'data',
  'root/functions/api/post.ts': 'post',
  'root/schemas/generated/post.json': '{}',
  'root/stages/production.ts': 'stage',
  'root/cdk.json': '{}',
  'root/package-lock.json': '{}',
};

beforeEach(() => {
  rmSync(folder.path, { recursive: true, force: true });
  for (const [path, text] of Object.entries(sources)) write(path, text);
});

/** An assembly as the synthesis writes it: documents that name their folder, and bundles. */
function assembly(name: string): string {
  write(`${name}/manifest.json`, JSON.stringify({ path: at(name, 'bundles/post') }));
  write(`${name}/bundles/post/index.mjs`, 'export {};');
  return at(name);
}

const digest = (settings: unknown = {}) => digestSources(at('root'), settings);

test.each(Object.keys(sources))('a change of %s changes the digest', (path) => {
  const before = digest();
  write(path, 'changed');

  expect(digest()).not.toBe(before);
});

test('another context, a new file and a moved file change the digest, and no change keeps it', () => {
  const before = digest();
  expect(digest()).toBe(before);
  expect(digest({ stage: 'production' })).not.toBe(before);

  write('root/functions/api/new.ts', '');
  const withNew = digest();
  expect(withNew).not.toBe(before);

  rmSync(at('root/functions/api/new.ts'));
  write('root/lib/new.ts', '');
  expect([before, withNew]).not.toContain(digest());
});

test('restores a stored assembly in another folder, with the paths of that folder', () => {
  const stored = new AssemblyCache(at('cache'));
  stored.keep('one', assembly('made'));
  rmSync(at('made'), { recursive: true });

  expect(stored.take('one', at('taken'))).toBe(true);
  expect(readFileSync(at('taken/manifest.json'), 'utf8')).toBe(
    JSON.stringify({ path: at('taken/bundles/post') }),
  );
  expect(readFileSync(at('taken/bundles/post/index.mjs'), 'utf8')).toBe('export {};');
});

test('copies of an assembly share the code that their functions compile', () => {
  const stored = new AssemblyCache(at('cache'));
  stored.keep('one', assembly('made'));
  write('made/compiled/entry', 'code');

  stored.take('one', at('taken'));

  expect(readFileSync(at('taken/compiled/entry'), 'utf8')).toBe('code');
});

test('restores nothing that is not stored, and stores an assembly once', () => {
  const stored = new AssemblyCache(at('cache'));
  stored.keep('one', assembly('made'));
  stored.keep('one', at('made'));

  expect(stored.take('other', at('taken'))).toBe(false);
  expect(stored.take('one', at('taken'))).toBe(true);
});

test('keeps the assemblies used last, and one in use stays whole while it is removed', () => {
  const stored = new AssemblyCache(at('cache'));
  const made = assembly('made');
  for (let index = 0; index < 8; index += 1) {
    stored.keep(`number-${index}`, made);
    utimesSync(at('cache', `number-${index}`), 1_000 + index, 1_000 + index);
  }
  const [oldest, second] = ['number-0', 'number-1'];
  stored.take(second, at('taken-second'));
  utimesSync(at('cache', second), 1_001, 1_001);
  stored.take(oldest, at('taken-oldest'));

  stored.keep('last', made);

  expect(stored.take(oldest, at('again'))).toBe(true);
  expect(stored.take(second, at('never'))).toBe(false);
  expect(readFileSync(at('taken-second/bundles/post/index.mjs'), 'utf8')).toBe('export {};');
});

/** Acts as a user who does not own the files of this one, which root alone can. */
function actAsOther(act: () => void): void {
  const own = process.geteuid?.();
  if (own === 0) process.seteuid?.(65_534);
  try {
    act();
  } finally {
    if (own === 0) process.seteuid?.(own);
  }
}

test('restores an assembly that another user has stored', () => {
  const stored = new AssemblyCache(at('cache'));
  stored.keep('one', assembly('made'));
  mkdirSync(at('other'));
  chmodSync(folder.path, 0o755);
  chmodSync(at('other'), 0o777);

  actAsOther(() => expect(stored.take('one', at('other/taken'))).toBe(true));

  expect(readFileSync(at('other/taken/bundles/post/index.mjs'), 'utf8')).toBe('export {};');
});

test('an assembly that the cache of another user does not take stays as it is', () => {
  const stored = new AssemblyCache(at('cache'));
  stored.keep('one', assembly('made'));
  chmodSync(folder.path, 0o777);

  actAsOther(() => stored.keep('two', assembly('own')));

  expect(readFileSync(at('own/manifest.json'), 'utf8')).toContain(at('own/bundles/post'));
  expect(stored.take('two', at('taken'))).toBe(false);
});
