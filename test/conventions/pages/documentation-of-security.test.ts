// The page on security names tests that exist, and leaves out no requirement.
import { expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ASVS_REQUIREMENTS } from '../../support/conventions/asvs-requirements.ts';
import { readText } from '../../support/conventions/source-files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readText('docs/security.md');

/** A file, and words of titles of its tests. */
const CITATION = /`(test\/[^`]+)`((?:,? “[^”]+”)*)/g;

function findWrongCitations(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, file = '', quoted = '']) => {
    const titles = [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
    if (titles.length === 0) return [`${file} without a title`];
    if (!file.endsWith('.test.ts') || !existsSync(join(ROOT, file))) return [`no ${file}`];
    const source = readText(file);
    return titles.filter((title) => !isInText(source, title)).map((title) => `${file}: ${title}`);
  });
}

/** Whether a string of the source, and not only a comment, has the words. */
function isInText(source: string, words: string): boolean {
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^[^/\\n]*['"\`][^\\n]*${escaped}[^\\n]*['"\`]`, 'm').test(source);
}

test.each([
  ['a file that does not exist', '`test/none.test.ts` “refuses”'],
  ['a file without a title', '`test/authorizer/authorize.test.ts`'],
  ['words that no title has', '`test/authorizer/authorize.test.ts` “accepts everything”'],
  ['words of a comment', '`test/authorizer/authorize.test.ts` “The holder of the token is noted”'],
])('notices %s', (_, text) => {
  expect(findWrongCitations(text)).toHaveLength(1);
});

test('the page on security names tests by files and titles that exist', () => {
  expect(PAGE.match(CITATION)?.length).toBeGreaterThan(100);
  expect(findWrongCitations(PAGE)).toEqual([]);
});

test('each threat, and each requirement that is met, has a test', () => {
  const [, threats = '', rest = ''] = PAGE.split(/^## (?:Threats|OWASP ASVS 5\.0)$/m);
  const [met = ''] = rest.split(/^### Not met/m);
  const rows = [threats, met].map((text) =>
    (text.match(/^\|.*\|$/gm) ?? []).filter(
      (row) => !/^\|[ |-]*\|$|^\| +(?:\| Threat|Req)/.test(row),
    ),
  );

  expect(rows.every(({ length }) => length > 40)).toBe(true);
  expect(rows.flat().filter((row) => !/`test\/[^`]+` “[^”]+”/.test(row))).toEqual([]);
});

test('the page on security has each requirement of levels 1 and 2 of ASVS 5.0 once', () => {
  const [, requirements = ''] = PAGE.split(/^## OWASP ASVS 5\.0$/m);
  const listed = [...requirements.matchAll(/^\| ([\d., ]+?) *\|/gm)].flatMap(([, numbers = '']) =>
    numbers.split(', '),
  );

  expect(listed.toSorted()).toEqual(ASVS_REQUIREMENTS.toSorted());
});
