import { useQuery } from '@tanstack/react-query';
import type { GeneralLedgerAccount } from '../../../client/client.ts';
import { useApi } from './api-clients.ts';
import type { ConsoleClients } from './api-clients.ts';
import { requireData } from './api-failure.ts';
import { readWholeList } from './list-pages.ts';
import { useOperationKey } from './queries.ts';

/** The longest page that the API has. */
const PAGE_SIZE = 100;
/** More accounts than any chart has. */
const ACCOUNTS_MAX = 100_000;

/** Reads the whole chart of accounts: an account may be part of any other. */
export function useChart() {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listGeneralLedgerAccounts');
  return useQuery({ queryKey, queryFn: () => readChart(ledger), staleTime: 60_000 });
}

async function readChart(
  ledger: ConsoleClients['ledger'],
): Promise<readonly GeneralLedgerAccount[]> {
  const { items } = await readWholeList(async (cursor) => {
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    const page = requireData(
      await ledger.GET('/api/general-ledger/accounts', { params: { query } }),
    );
    return { items: page.items, nextCursor: page.next_cursor, lagSeconds: undefined };
  }, ACCOUNTS_MAX);
  return items;
}
