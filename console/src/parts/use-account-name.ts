import { useQuery } from '@tanstack/react-query';
import { shortenIdentifier } from '../values/identifiers.ts';
import { useApi } from '../api/api-clients.ts';
import { requireData } from '../api/api-failure.ts';
import { useOperationKey } from '../api/queries.ts';

/** The name of the account, or its short id before that is read. */
export function useAccountName(accountId: string): string {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getAccount', { accountId });
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/accounts/{accountId}', { params: { path: { accountId } } }),
      ),
  });
  return data?.name ?? shortenIdentifier(accountId);
}
