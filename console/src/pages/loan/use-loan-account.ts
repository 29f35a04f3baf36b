import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';

const BALANCE_INTERVAL_MS = 30_000;

/** The account to which a loan is disbursed and from which it is repaid. */
export function useLoanAccount(accountId: string) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getAccount', { accountId });
  return useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/accounts/{accountId}', { params: { path: { accountId } } }),
      ),
    refetchInterval: BALANCE_INTERVAL_MS,
  });
}
