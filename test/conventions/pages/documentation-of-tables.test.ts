// A blank line ends a table of Markdown: the rows below it are shown as text.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const pages = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: ROOT }).sort()];

/** Lists the rows that have no head above them. */
function listRowsWithoutHead(text: string): string[] {
  const lines = text.replace(/^\s*```[^]*?^\s*```/gm, '').split('\n');
  return lines.filter(
    (line, at) =>
      line.startsWith('|') &&
      lines[at - 1]?.startsWith('|') !== true &&
      !/^\|[\s:|-]+\|$/.test(lines[at + 1] ?? ''),
  );
}

test('a row after a blank line is found, and a table in an example is not', () => {
  const table = '| a |\n| - |\n| b |\n';

  expect(listRowsWithoutHead(`${table}\n| c |\n| d |\n`)).toEqual(['| c |']);
  expect(listRowsWithoutHead(`${table}\n\`\`\`\n| c |\n\`\`\`\n`)).toEqual([]);
});

test.each(pages)('every row of a table of %s is below its head', (page) => {
  expect(listRowsWithoutHead(readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});
