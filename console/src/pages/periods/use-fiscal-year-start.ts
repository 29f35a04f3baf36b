import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';

/** The month in which all fiscal years start, January until one was closed; undefined while it is read. */
export function useFiscalYearStart(): string | undefined {
  const { ledger } = useApi();
  const { data, isFetched } = useQuery({
    queryKey: useOperationKey('getGeneralLedgerSettings'),
    queryFn: async () => requireData(await ledger.GET('/api/general-ledger/settings')),
    staleTime: 3_600_000,
  });
  return isFetched ? (data?.fiscal_year_start ?? '01') : undefined;
}
