// Reads a list record by record, and its pages only as they are needed.
import { requireData } from './refusal-error.ts';
import type { ClientAnswer } from './refusal-error.ts';

/** A page of a list with `items`, or of one that is a plain array. */
export type ListPage<Item> =
  { readonly items: readonly Item[]; readonly next_cursor?: string | undefined } | readonly Item[];

/**
 * Yields the records of a list, page by page: `readPage` reads the page of a cursor, the first without one.
 * Throws a RefusalError when a page is refused. A plain array is read page by page if its query has a `limit`.
 */
export async function* iterateItems<Item>(
  readPage: (cursor: string | undefined) => Promise<ClientAnswer<ListPage<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined;) {
    isFirst = false;
    const answer = await readPage(cursor);
    const page = await requireData(answer);
    if ('items' in page) {
      yield* page.items;
      cursor = page.next_cursor;
    } else {
      yield* page;
      cursor = answer.response.headers.get('X-Next-Cursor') ?? undefined;
    }
  }
}
