import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, LedgerClient } from '../../../../client/client.ts';
import { useApi } from '../api-clients.ts';
import { ApiFailure, requireData } from '../api-failure.ts';
import { useOperationKeys } from '../queries.ts';

/** As many accounts are offered by name. */
const OFFERED = 100;

/** Finds accounts by id, external id, customer or name. */
export function useAccountSearch(text: string) {
  return useQuery(useSearchQuery()(text));
}

export type FoundAccount = Account;

export interface AccountChoice {
  readonly account: FoundAccount | undefined;
  /** What is typed to find it; its name once it is chosen. */
  readonly text: string;
}

/** Waits for the search, and chooses the account that the text stands for if there is only one. */
export function useOnlyAccount() {
  const queries = useQueryClient();
  const buildQuery = useSearchQuery();
  return async (choice: AccountChoice): Promise<AccountChoice> => {
    if (choice.account !== undefined || choice.text.trim() === '') return choice;
    const [only, other] = await queries.fetchQuery(buildQuery(choice.text));
    return only === undefined || other !== undefined ? choice : { account: only, text: only.name };
  };
}

function useSearchQuery() {
  const { ledger } = useApi();
  const buildKey = useOperationKeys();
  return (typed: string) => {
    const text = typed.trim();
    return {
      queryKey: buildKey('searchAccounts', { text }),
      queryFn: () => searchAccounts(ledger, text),
    };
  };
}

async function searchAccounts(ledger: LedgerClient, text: string): Promise<readonly Account[]> {
  if (text.startsWith('acc_')) return findAccount(ledger, text);
  const first = listAccounts(ledger, {});
  if (text === '') return first;
  const [byExternalId, byCustomer, byName, offered] = await Promise.all([
    listAccounts(ledger, { external_id: text }),
    listAccounts(ledger, { customer_id: text }),
    listNamedAccounts(ledger, text),
    first,
  ]);
  const named = offered.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const found = [...byExternalId, ...byCustomer, ...byName, ...named];
  return [...new Map(found.map((account) => [account.id, account])).values()];
}

interface AccountLookup {
  readonly external_id?: string;
  readonly customer_id?: string;
  readonly name_prefix?: string;
}

async function listAccounts(ledger: LedgerClient, filter: AccountLookup) {
  const query = { ...filter, limit: OFFERED };
  return requireData(await ledger.GET('/api/accounts', { params: { query } }));
}

// A stage from an earlier version has no list of names before it is built.
async function listNamedAccounts(ledger: LedgerClient, name_prefix: string) {
  return listAccounts(ledger, { name_prefix }).catch((error: unknown) => {
    if (error instanceof ApiFailure && error.code === 'projection_not_built') return [];
    throw error;
  });
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
