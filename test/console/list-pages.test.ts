// Short pages of a filtered list are read on, and not for ever.
import { expect, test } from '@jest/globals';
import { readFilledPage, readListHeaders } from '../../console/src/api/list-pages.ts';
import type { ListPageContent } from '../../console/src/api/list-pages.ts';

/** Pages of a list, by cursor; notes which were read. */
function buildList(pages: readonly (readonly string[])[]) {
  const cursors: (string | undefined)[] = [];
  const read = async (cursor: string | undefined): Promise<ListPageContent<string>> => {
    cursors.push(cursor);
    const position = cursor === undefined ? 0 : Number(cursor);
    const isLast = position + 1 >= pages.length;
    return {
      items: pages[position] ?? [],
      nextCursor: isLast ? undefined : String(position + 1),
      lagSeconds: position,
    };
  };
  return { read, cursors };
}

test('a full page is one read', async () => {
  const { read, cursors } = buildList([['a', 'b'], ['c']]);

  expect(await readFilledPage(read, undefined, 2)).toEqual({
    items: ['a', 'b'],
    nextCursor: '1',
    lagSeconds: 0,
  });
  expect(cursors).toEqual([undefined]);
});

test('short and empty pages are read on until one page is full', async () => {
  const { read, cursors } = buildList([[], ['a'], [], ['b', 'c'], ['d']]);

  const page = await readFilledPage(read, undefined, 2);
  expect(page.items).toEqual(['a', 'b', 'c']);
  expect(page.nextCursor).toBe('4');
  expect(cursors).toHaveLength(4);
});

test('the end of the list ends the reading', async () => {
  const { read } = buildList([[], ['a']]);

  expect(await readFilledPage(read, undefined, 50)).toMatchObject({
    items: ['a'],
    nextCursor: undefined,
  });
});

test('after five pages the reader is asked, and continues from there', async () => {
  const { read, cursors } = buildList([...Array.from({ length: 7 }, () => []), ['found']]);

  const page = await readFilledPage(read, undefined, 1);
  expect(page).toMatchObject({ items: [], nextCursor: '5' });
  expect(cursors).toHaveLength(5);
  expect((await readFilledPage(read, page.nextCursor, 1)).items).toEqual(['found']);
});

test('an error of a later page is the error of the whole', async () => {
  const read = async (cursor: string | undefined) => {
    if (cursor !== undefined) throw new Error('no answer');
    return { items: [], nextCursor: '1', lagSeconds: undefined };
  };

  await expect(readFilledPage(read, undefined, 1)).rejects.toThrow('no answer');
});

test('a list that answers an array has its cursor and its lag in headers', () => {
  const headers = new Headers({ 'X-Next-Cursor': 'next', 'X-Lag-Seconds': '42' });

  expect(readListHeaders(headers)).toEqual({ nextCursor: 'next', lagSeconds: 42 });
  expect(readListHeaders(new Headers())).toEqual({ nextCursor: undefined, lagSeconds: undefined });
});
