import type { TieOut, TieOutRow } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import type { ReadListPage } from '../../api/list-pages.ts';
import { useList } from '../../api/use-list.ts';

interface TieOutSearch {
  readonly as_of?: string;
  readonly currency?: string;
}

const PAGE_SIZE = 100;

/** Reads the control accounts with their differences; each page says the totals of all. */
export function useTieOut(filter: TieOutSearch) {
  const { ledger } = useApi();
  const readPage: ReadListPage<TieOutRow, TieOut> = async (cursor) => {
    const query = { ...filter, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    const page = requireData(
      await ledger.GET('/api/general-ledger/tie-out', { params: { query } }),
    );
    const { items, next_cursor: nextCursor } = page;
    return { items, nextCursor, lagSeconds: undefined, summary: page };
  };
  const list = useList({
    operation: 'getTieOut',
    params: { ...filter },
    pageSize: PAGE_SIZE,
    read: readPage,
  });
  return { list, readPage };
}
