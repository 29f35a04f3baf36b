import type { Account, LedgerClient } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { ApiFailure, requireData } from '../../api/api-failure.ts';

/** Finds an account by its id or its external id, never stale; undefined if there is none. */
export function useAccountLookup(): (text: string) => Promise<Account | undefined> {
  const { ledger } = useApi();
  return (text) => findAccount(ledger, text.trim());
}

async function findAccount(ledger: LedgerClient, text: string): Promise<Account | undefined> {
  if (text === '') return undefined;
  if (!text.startsWith('acc_')) {
    const query = { external_id: text, limit: 1 };
    return requireData(await ledger.GET('/api/accounts', { params: { query } }))[0];
  }
  try {
    const path = { accountId: text };
    return requireData(await ledger.GET('/api/accounts/{accountId}', { params: { path } }));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}
