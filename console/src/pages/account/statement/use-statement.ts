import type { AccountEntry, StatementPage } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import type { ReadListPage } from '../../../api/list-pages.ts';
import { useList } from '../../../api/use-list.ts';
import { useTenant } from '../../../api/use-tenant.ts';
import type { DayPeriod } from '../../../parts/reports/periods.ts';
import { findDayEnd, findDayStart } from '../../../values/zone-days.ts';

const PAGE_SIZE = 50;
/** The longest page that the API has. */
const PAGE_SIZE_MAX = 100;
/** Before any entry. With a first instant, the API answers the balances of the period. */
const FIRST_INSTANT = '1970-01-01T00:00:00.000Z';

export type ReadStatementPage = ReadListPage<AccountEntry, StatementPage>;

/** Reads the entries of the period, newest first, with its balances. */
export function useStatement(accountId: string, { from, to }: DayPeriod) {
  const { ledger } = useApi();
  const { timeZone, isKnown } = useTenant();
  const instants = {
    from: from === undefined ? FIRST_INSTANT : findDayStart(from, timeZone),
    ...(to !== undefined && { to: findDayEnd(to, timeZone) }),
  };
  const buildRead =
    (limit: number): ReadStatementPage =>
    async (cursor) => {
      const query = {
        ...instants,
        order: 'desc' as const,
        limit,
        ...(cursor !== undefined && { cursor }),
      };
      const page = requireData(
        await ledger.GET('/api/accounts/{accountId}/statement', {
          params: { path: { accountId }, query },
        }),
      );
      const { items, next_cursor: nextCursor } = page;
      return { items, nextCursor, lagSeconds: undefined, summary: page };
    };
  const list = useList({
    operation: 'getAccountStatement',
    path: { accountId },
    params: instants,
    pageSize: PAGE_SIZE,
    read: buildRead(PAGE_SIZE),
    // In another zone a day is another period.
    isEnabled: isKnown,
  });
  return { list, readPage: buildRead(PAGE_SIZE_MAX), timeZone };
}
