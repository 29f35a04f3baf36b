// The page on testing lists the grants that no scenario needs, with the reasons.
import { expect, test } from '@jest/globals';
import { readText } from '../../support/conventions/source-files.ts';
import { unprovenGrants } from '../../support/scenarios/system/unproven-grants.ts';

/** The table under the heading, without the padding of its cells. */
function readRows(text: string): string[][] {
  const table = text.split('| Not proven')[1]?.split('\n\n')[0] ?? '';
  const rows = table.split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

test('the page on testing lists every grant that is not proven, and no other', () => {
  expect(unprovenGrants.length).toBeGreaterThan(0);
  expect(readRows(readText('docs/testing.md'))).toEqual(
    unprovenGrants.map(({ what, why }) => [what, why]),
  );
});
