import { useInfiniteQuery } from '@tanstack/react-query';
import { readFilledPage } from './list-pages.ts';
import type { ReadListPage } from './list-pages.ts';
import { useOperationKey } from './queries.ts';
import type { OperationKey, OperationParameters } from './queries.ts';

export interface ListReading<Item, Summary = unknown> {
  /** Undefined before the first answer. */
  readonly items: readonly Item[] | undefined;
  /** Whether the items are those of another list, which stay for a moment while this one is read. */
  readonly areOfOther: boolean;
  /** What the first page says of the whole list; undefined while items of another list stay. */
  readonly summary: Summary | undefined;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly isReadingMore: boolean;
  readonly lagSeconds: number | undefined;
  /** When the items were read. */
  readonly readAt: Date;
  readonly error: Error | null;
  readonly readMore: () => void;
  readonly readAgain: () => void;
}

export interface ListRequest<Item, Summary = unknown> {
  /** The operation of the API, for the key of the cache. */
  readonly operation: string;
  /** What the path of the operation names: the items of one record never stay for another one. */
  readonly path?: OperationParameters;
  readonly params: OperationParameters;
  readonly pageSize: number;
  readonly read: ReadListPage<Item, Summary>;
  readonly isEnabled?: boolean;
}

/** Reads a list page by page. While it is read again, the items stay. */
export function useList<Item, Summary>(
  request: ListRequest<Item, Summary>,
): ListReading<Item, Summary> {
  const { path = {} } = request;
  const queryKey = useOperationKey(request.operation, { ...path, ...request.params });
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => readFilledPage(request.read, pageParam, request.pageSize),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (items, before) =>
      before !== undefined && isOfRecord(before.queryKey, path) ? items : undefined,
    enabled: request.isEnabled ?? true,
  });
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    areOfOther: query.isPlaceholderData,
    summary: query.isPlaceholderData ? undefined : query.data?.pages[0]?.summary,
    hasMore: query.hasNextPage,
    isReading: query.isFetching,
    isReadingMore: query.isFetchingNextPage,
    lagSeconds: query.data?.pages.at(-1)?.lagSeconds,
    readAt: new Date(query.dataUpdatedAt),
    error: query.error,
    readMore: () => void query.fetchNextPage(),
    readAgain: () => void query.refetch(),
  };
}

function isOfRecord([, , params]: OperationKey, path: OperationParameters): boolean {
  return Object.entries(path).every(([name, value]) => params[name] === value);
}
