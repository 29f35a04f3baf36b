import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { readFilledPage } from './list-pages.ts';
import type { ReadListPage } from './list-pages.ts';
import { useOperationKey } from './queries.ts';
import type { OperationParameters } from './queries.ts';

export interface ListReading<Item> {
  /** Undefined before the first answer. */
  readonly items: readonly Item[] | undefined;
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

export interface ListRequest<Item> {
  /** The operation of the API, for the key of the cache. */
  readonly operation: string;
  readonly params: OperationParameters;
  readonly pageSize: number;
  readonly read: ReadListPage<Item>;
  readonly isEnabled?: boolean;
}

/** Reads a list page by page. While it is read again, the items stay. */
export function useList<Item>(request: ListRequest<Item>): ListReading<Item> {
  const queryKey = useOperationKey(request.operation, request.params);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => readFilledPage(request.read, pageParam, request.pageSize),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    enabled: request.isEnabled ?? true,
  });
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
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
