import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../../../client/client.ts';
import { useApi } from '../api-clients.ts';
import { useOperationKeys } from '../queries.ts';
import { searchAccounts } from './search-accounts.ts';

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
    const { only } = await queries.fetchQuery(buildQuery(choice.text));
    return only === undefined ? choice : { account: only, text: only.name };
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
