// The walks through the code lead from file to file: each is imported by one before it in its list.
import { expect, test } from '@jest/globals';
import { listImportedFiles, readText } from '../../support/conventions/source-files.ts';

const PAGE = 'docs/walks.md';
const STATION = /^(\d+)\. `([^`]+)`: \S/;

interface Walk {
  readonly heading: string;
  readonly files: string[];
}

/** Reads the numbered lists of the page, each under its heading. */
function readWalks(text: string): Walk[] {
  const walks: Walk[] = [];
  let heading = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3);
    const [, number, file = ''] = STATION.exec(line) ?? [];
    if (number === '1') walks.push({ heading, files: [] });
    if (number !== undefined) walks.at(-1)?.files.push(file);
  }
  return walks;
}

/** The files of a walk that no file before them imports. */
function findUnreached({ files }: Walk): string[] {
  return files.filter((file, position) => {
    const before = files.slice(0, position).flatMap(listImportedFiles);
    return position > 0 && !before.includes(file);
  });
}

const walks = readWalks(readText(PAGE));

test('the page has the walks of a posting, an approval, a change request, an export and the sealing', () => {
  expect([...new Set(walks.map(({ heading }) => heading))]).toEqual([
    'A posting',
    'An approval',
    'A change request',
    'An export',
    'Sealing',
  ]);
});

test.each(walks.map((walk): [string, Walk] => [walk.files[0] ?? '', walk]))(
  'the walk from %s reaches each of its files',
  (_, walk) => {
    expect(walk.files.length).toBeGreaterThan(2);
    expect(findUnreached(walk)).toEqual([]);
  },
);
