// The documentation names only what exists and covers what a newcomer needs. Comments cite only pages and
// files of this repository.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { STAGE_SETTINGS } from '../../lib/config/settings-faults.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const exists = (file: string) => existsSync(join(ROOT, file));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }).sort(),
];
const INDEX = 'docs/adr/README.md';
const decisions = pages.filter((page) => page.startsWith('docs/adr/') && page !== INDEX);

// A path of this repository. If it contains a placeholder, only the part before it counts.
const PATH =
  /(?<![\w./-])(?:bin|client|commands|console|docs|functions|lib|local|schemas|stages|test|tools)\/[\w./-]*\w(?![\w*<{…-])/g;

test.each(pages)('%s names and links only files that exist', (page) => {
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

test('some page describes every command', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
  // Parts of `npm run check`, and the script that npm itself runs.
  const parts = new Set(['types', 'lint', 'format', 'synth', 'prepare']);
  const text = pages.map(textOf).join('\n');

  const undescribed = Object.keys(scripts).filter(
    (name) => !parts.has(name) && !new RegExp(`npm (run )?(--silent )?${name}\\b`).test(text),
  );
  expect(undescribed).toEqual([]);
});

test('every page can be found from the README or the guide', () => {
  const entryPages = ['README.md', 'docs/guide.md', 'docs/reference.md'].map(textOf).join('\n');
  const unlinked = pages
    .filter((page) => page.startsWith('docs/') && !decisions.includes(page))
    .filter(
      (page) => !entryPages.includes(page) && !entryPages.includes(page.replace('docs/', '(')),
    );

  expect(unlinked).toEqual([]);
});

/** What names a person, with its value or the example of its schema. */
const PERSON =
  /"(?:actor|(?:requested|decided|posted|executed|recorded)_by)":\s*(?:"([^"]*)"|\{[^}]*?"example":\s*"([^"]*)")/g;

test('examples name people by the ids that answers carry', () => {
  const schemas = globSync('schemas/**/*.json', { cwd: ROOT }).sort();
  const named = [...pages, ...schemas].flatMap((file) =>
    [...textOf(file).matchAll(PERSON)].map(([, value, example]) => ({
      file,
      name: value ?? example ?? '',
    })),
  );

  expect(named.length).toBeGreaterThan(60);
  expect(
    named.filter(({ name }) => !/^op_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)),
  ).toEqual([]);
});

/** The start of a decision's page. */
const HEAD =
  /^# (\d{3}): (.+)\n\n- Date: \d{4}-\d{2}-\d{2}\n- Status: (accepted|proposed|superseded by ADR \d{3})\n/;

test('decisions are numbered from 001 without a gap, and their files sort in this order', () => {
  const names = decisions.map((page) => basename(page));
  const numbers = names.map((_, position) => String(position + 1).padStart(3, '0'));

  expect(names.filter((name) => !/^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(name))).toEqual([]);
  expect(names.map((name) => name.slice(0, 3))).toEqual(numbers);
});

test('every decision has number, title, date and status, and the sections What, Why and Consequences', () => {
  const incomplete = decisions.filter((page) => {
    const text = textOf(page);
    const sections = text.match(/^## .*$/gm)?.join();
    const [, number = ''] = HEAD.exec(text) ?? [];
    return (
      !basename(page).startsWith(`${number}-`) || sections !== '## What,## Why,## Consequences'
    );
  });

  expect(incomplete).toEqual([]);
});

test('the index lists every decision once, with its title and status', () => {
  const rows = [
    ...textOf(INDEX).matchAll(/^\| \[(\d{3})\]\((\S+)\) +\| (.+?) +\| (.+?) +\| \S.* \|$/gm),
  ];
  const listed = rows.map(([, ...cells]) => cells);
  const expected = decisions.map((page) => {
    const [, number, title, status] = HEAD.exec(textOf(page)) ?? [];
    return [number, basename(page), title, status];
  });

  expect(listed).toEqual(expected);
});

const sources = globSync(
  '{bin,client,commands,console,functions,lib,local,stages,test,tools}/**/*.{ts,tsx,js,mjs}',
  {
    cwd: ROOT,
    exclude: (path) => /node_modules|generated/.test(String(path)),
  },
).sort();
const numbers = new Set(decisions.map((page) => basename(page).slice(0, 3)));
const names = new Set([...sources, ...pages].flatMap((file) => [file, basename(file)]));

// A comment block starts its line; `/*` within a line may be a glob pattern.
const COMMENT = /^[ \t]*\/\*[^]*?\*\/|(?:^|[ \t])\/\/ .*(?:\n[ \t]*\/\/.*)*/gm;

/**
 * Reads the comments of a file without their markers, each as one line. Consecutive lines of `//` are one
 * comment.
 */
function commentsOf(file: string): string[] {
  const comments = textOf(file).match(COMMENT) ?? [];
  return comments.map((comment) => comment.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' '));
}

const headingsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (?:\d+\. )?(.+)$/gm)].map(([, heading]) => heading ?? '');

const unknownDecisions = (text: string) =>
  [...text.matchAll(/\bADRs? (\d+)/g)]
    .filter(([, number = '']) => !numbers.has(number))
    .map(([citation]) => citation);

// Each function finds citations of one kind that do not resolve.
const citations: readonly ((text: string) => string[])[] = [
  (text) => (text.match(PATH) ?? []).filter((path) => !exists(path)),
  (text) =>
    [...text.matchAll(/(?<![\w.*<{}/@-])[\w-][\w./-]*\.(?:ts|mjs|md)\b/g)]
      .map(([name]) => name)
      .filter((name) => !names.has(name)),
  unknownDecisions,
  (text) =>
    [...text.matchAll(/(docs\/[\w/-]+\.md), ([A-Z][\w ]*)/g)]
      .filter(([, page = '', section = '']) => exists(page) && !headingsOf(page).includes(section))
      .map(([citation]) => citation),
  // Documents that this repository does not contain.
  (text) =>
    text.match(/\b(?:decisions?|specification|architecture|design),? (?:sections? )?\d[\d.]*/gi) ??
    [],
  (text) => text.match(/(?<!RFC \d+,? )\bsections? \d[\d.]*(?! of RFC)/gi) ?? [],
  (text) => text.match(/\bthe specification\b/gi) ?? [],
];

test.each([
  ['tools/none.ts', 'named in docs/none.md'],
  ['none.ts', 'see none.ts'],
  ['ADR 999', 'as ADR 999 says'],
  ['docs/contract.md, Nothing', '(docs/contract.md, Nothing)'],
  ['decisions section 4', 'decisions section 4'],
  ['specification 5.2', 'the authorizer (specification 5.2).'],
])('detects a comment that cites %s', (_, text) => {
  expect(citations.flatMap((findMissing) => findMissing(text))).not.toEqual([]);
});

test('comments cite only files, pages, sections and decisions of this repository', () => {
  const missing = sources.flatMap((file) =>
    commentsOf(file).flatMap((comment) =>
      citations.flatMap((findMissing) => findMissing(comment)).map((cited) => `${file}: ${cited}`),
    ),
  );

  expect(sources.length).toBeGreaterThan(900);
  expect(missing).toEqual([]);
});

test('pages cite only decisions and sections that exist', () => {
  const wrong = pages.flatMap((page) => {
    const text = textOf(page);
    const anchors = [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
      .filter(([, target = '', anchor = '']) => {
        const linked = target === '' ? page : join(dirname(page), target);
        return exists(linked) && !anchorsOf(linked).has(anchor);
      })
      .map(([link]) => link);
    return [...unknownDecisions(text), ...anchors].map((cited) => `${page}: ${cited}`);
  });

  expect(wrong).toEqual([]);
});

/** Lists the anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('the deployment page names every stack and every address that one puts out', () => {
  const page = textOf('docs/deployment.md');
  const stacks = [...textOf('lib/countinghouse.ts').matchAll(/#place\('(\w+)'/g)];
  const code = globSync('lib/stacks/*.ts', { cwd: ROOT }).map(textOf).join('\n');
  const urls = [...code.matchAll(/CfnOutput\(this, '(\w+Url)'/g)];

  const [parts, outputs] = [stacks, urls].map((matches) => matches.map(([, name]) => name ?? ''));
  expect(parts?.length).toBeGreaterThan(10);
  const isNamed = (part: string) =>
    new RegExp(`countinghouse-<stage>-(<region>-)?${part}`).test(page);
  expect(parts?.filter((part) => !isNamed(part))).toEqual([]);
  expect(outputs?.length).toBeGreaterThan(3);
  expect(outputs?.filter((output) => !page.includes(`\`${output}\``))).toEqual([]);
});

test('the page on embedding has a row for every property of a stage, and no other', () => {
  const members = ['env', 'domain', 'tenants', 'alarms', 'webAcl', 'backup', 'replicas'];
  const rows = [...textOf('docs/embedding.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);

  expect(STAGE_SETTINGS).toEqual(expect.arrayContaining(members));
  expect([...new Set(rows)].sort()).toEqual([...STAGE_SETTINGS, 'namePrefix', 'build'].sort());
});

test('the deployment page names every member of an issuer that the authorizer reads', () => {
  const read = [...textOf('functions/authorizer/issuers.ts').matchAll(/\(row, '(\w+)'\)/g)].map(
    ([, name]) => name ?? '',
  );
  const page = textOf('docs/deployment.md');

  expect(read.length).toBeGreaterThan(5);
  expect([...new Set(read)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
