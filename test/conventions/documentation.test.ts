// The documentation speaks of what is there, and tells of all that a stranger needs.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const exists = (file: string) => existsSync(join(ROOT, file));
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT }).sort()];
const decisions = pages.filter((page) => page.startsWith('docs/adr/'));

// A path of this repository; one with a placeholder behind it is only its beginning.
const PATH =
  /(?<![\w./-])(?:bin|client|commands|docs|functions|lib|local|schemas|test|tools)\/[\w./-]*\w(?![\w*<{…-])/g;

test.each(pages)('%s names only files that are there, and links to none that is not', (page) => {
  const text = textOf(page);
  const named = (text.match(PATH) ?? []).filter((path) => !exists(path));
  const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !exists(join(dirname(page), target)));

  expect({ named, linked }).toEqual({ named: [], linked: [] });
});

test('pages name only commands that exist', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
  const wrong = pages.flatMap((page) =>
    [...textOf(page).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !(name in scripts))
      .map((name) => `${page}: ${name}`),
  );

  expect(wrong).toEqual([]);
});

test('every command is told of on some page', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
  // Parts of `npm run check`, and what npm itself runs.
  const parts = new Set(['types', 'lint', 'format', 'synth', 'prepare']);
  const told = pages.map(textOf).join('\n');

  const untold = Object.keys(scripts).filter(
    (name) => !parts.has(name) && !new RegExp(`npm (run )?(--silent )?${name}\\b`).test(told),
  );
  expect(untold).toEqual([]);
});

test('every page can be found from the README or the guide', () => {
  const entrances = ['README.md', 'docs/guide.md', 'docs/reference.md'].map(textOf).join('\n');
  const lost = pages
    .filter((page) => page.startsWith('docs/') && !decisions.includes(page))
    .filter((page) => !entrances.includes(page) && !entrances.includes(page.replace('docs/', '(')));

  expect(lost).toEqual([]);
});

test('every decision says what, why and what follows, under a number of its own', () => {
  const numbers = decisions.map((page) => /^\d+/.exec(basename(page))?.[0]);
  const formless = decisions.filter(
    (page) =>
      textOf(page)
        .match(/^## .*$/gm)
        ?.join() !== '## What,## Why,## Consequences',
  );

  expect(new Set(numbers).size).toBe(decisions.length);
  expect(formless).toEqual([]);
});

test('the page of the deployment has every stack, context value and output', () => {
  const page = textOf('docs/deployment.md');
  const stacks = [...textOf('bin/countinghouse.ts').matchAll(/name\('(\w+)'\)/g)];
  const context = [...textOf('lib/config/stages.ts').matchAll(/tryGetContext\('(\w+)'\)/g)];
  const given = globSync('lib/stacks/*.ts', { cwd: ROOT }).map(textOf).join('\n');
  const addresses = [...given.matchAll(/CfnOutput\(this, '(\w+Url)'/g)];

  const [parts, values, outputs] = [stacks, context, addresses].map((found) =>
    found.map(([, name]) => name ?? ''),
  );
  expect(parts?.length).toBeGreaterThan(5);
  expect(parts?.filter((part) => !page.includes(`countinghouse-<stage>-${part}`))).toEqual([]);
  expect(values?.filter((value) => !page.includes(`| \`${value}\``))).toEqual([]);
  expect(outputs?.filter((output) => !page.includes(`\`${output}\``))).toEqual([]);
});

test('the pages of issuers name every member that the authorizer reads', () => {
  const read = [...textOf('functions/authorizer/issuers.ts').matchAll(/\(row, '(\w+)'\)/g)].map(
    ([, name]) => name ?? '',
  );
  const page = textOf('docs/deployment.md');

  expect(read.length).toBeGreaterThan(5);
  expect([...new Set(read)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
