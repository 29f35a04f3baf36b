import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Account, LedgerClient } from '../../../../../client/client.ts';
import { useApi } from '../../../api/api-clients.ts';
import { ApiFailure, requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';

/** As many accounts are offered by name. */
const OFFERED = 100;

/** Finds accounts by id, external id, customer, or by name among the first ones. */
export function useAccountSearch(text: string) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('searchAccounts', { text });
  return useQuery({
    queryKey,
    queryFn: () => searchAccounts(ledger, text),
    placeholderData: keepPreviousData,
  });
}

async function searchAccounts(ledger: LedgerClient, text: string): Promise<readonly Account[]> {
  if (text.startsWith('acc_')) return findAccount(ledger, text);
  const first = listAccounts(ledger, {});
  if (text === '') return first;
  const [byExternalId, byCustomer, offered] = await Promise.all([
    listAccounts(ledger, { external_id: text }),
    listAccounts(ledger, { customer_id: text }),
    first,
  ]);
  const named = offered.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const found = [...byExternalId, ...byCustomer, ...named];
  return [...new Map(found.map((account) => [account.id, account])).values()];
}

interface AccountLookup {
  readonly external_id?: string;
  readonly customer_id?: string;
}

async function listAccounts(ledger: LedgerClient, filter: AccountLookup) {
  const query = { ...filter, limit: OFFERED };
  return requireData(await ledger.GET('/api/accounts', { params: { query } }));
}

async function findAccount(ledger: LedgerClient, accountId: string): Promise<readonly Account[]> {
  try {
    const path = { accountId };
    return [requireData(await ledger.GET('/api/accounts/{accountId}', { params: { path } }))];
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return [];
    throw error;
  }
}
