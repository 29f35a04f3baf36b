import { requireData } from './api-failure.ts';
import type { ApiAnswer } from './api-failure.ts';
import { readListHeaders } from './list-pages.ts';
import type { ListPageContent } from './list-pages.ts';
import type { OperationParameters } from './queries.ts';
import { useList } from './use-list.ts';
import type { ListReading } from './use-list.ts';

const PAGE_SIZE = 50;

interface AnsweredPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: string;
}

/** Where a page starts, and how long it is at most. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

interface FilteredListRequest<Filter extends OperationParameters, Item> {
  /** The operation of the API, for the key of the cache. */
  readonly operation: string;
  /** What the path of the operation names, for the key too. */
  readonly path?: OperationParameters;
  readonly filter: Filter;
  readonly read: (
    query: Filter & PageQuery,
  ) => Promise<ApiAnswer<readonly Item[] | AnsweredPage<Item>>>;
}

/** Reads a list that takes a filter, a cursor and a limit as parameters of one query. */
export function useFilteredList<Filter extends OperationParameters, Item>({
  operation,
  path = {},
  filter,
  read,
}: FilteredListRequest<Filter, Item>): ListReading<Item> {
  return useList({
    operation,
    path,
    // Other parts of the console may read the same list whole.
    params: { ...filter, limit: PAGE_SIZE },
    pageSize: PAGE_SIZE,
    read: async (cursor) =>
      readPage(
        await read({ ...filter, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }),
      ),
  });
}

// A list answers an array and says in headers where it continues, or an object that says so itself.
function readPage<Item>(
  answer: ApiAnswer<readonly Item[] | AnsweredPage<Item>>,
): ListPageContent<Item> {
  const page = requireData(answer);
  const headers = readListHeaders(answer.response.headers);
  if ('items' in page) return { ...headers, items: page.items, nextCursor: page.next_cursor };
  return { ...headers, items: page };
}
