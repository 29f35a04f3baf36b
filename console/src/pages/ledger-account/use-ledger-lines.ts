import type { LedgerAccountLine, LedgerAccountLinePage } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import type { ReadListPage } from '../../api/list-pages.ts';
import { useList } from '../../api/use-list.ts';

export interface LedgerLineFilter {
  readonly from?: string;
  readonly to?: string;
  readonly currency?: string;
}

const PAGE_SIZE = 50;

/** Reads the lines of a code, newest first; each page says the balances of the whole period. */
export function useLedgerLines(code: string, filter: LedgerLineFilter) {
  const { ledger } = useApi();
  const buildRead =
    (limit: number): ReadListPage<LedgerAccountLine, LedgerAccountLinePage> =>
    async (cursor) => {
      const query = {
        ...filter,
        order: 'desc' as const,
        limit,
        ...(cursor !== undefined && { cursor }),
      };
      const page = requireData(
        await ledger.GET('/api/general-ledger/accounts/{code}/lines', {
          params: { path: { code }, query },
        }),
      );
      const { items, next_cursor: nextCursor } = page;
      return { items, nextCursor, lagSeconds: undefined, summary: page };
    };
  const list = useList({
    operation: 'listLedgerAccountLines',
    path: { code },
    params: { ...filter },
    pageSize: PAGE_SIZE,
    read: buildRead(PAGE_SIZE),
  });
  return { list, readPage: buildRead(100) };
}
