import type { AccountingPeriod } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import type { ReadListPage } from '../../api/list-pages.ts';
import { useList } from '../../api/use-list.ts';

const PAGE_SIZE = 50;

/** Reads the periods that were closed at least once, newest first. */
export function usePeriods() {
  const { ledger } = useApi();
  const readPage: ReadListPage<AccountingPeriod> = async (cursor) => {
    const query = {
      order: 'desc' as const,
      limit: PAGE_SIZE,
      ...(cursor !== undefined && { cursor }),
    };
    const { items, next_cursor: nextCursor } = requireData(
      await ledger.GET('/api/general-ledger/periods', { params: { query } }),
    );
    return { items, nextCursor, lagSeconds: undefined };
  };
  const list = useList({
    operation: 'listGeneralLedgerPeriods',
    params: {},
    pageSize: PAGE_SIZE,
    read: readPage,
  });
  return { list, readPage };
}
