import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';

/** Reads all products, to choose one of them. */
export function useProducts() {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listProducts', { all: true });
  return useQuery({
    queryKey,
    queryFn: async () => requireData(await ledger.GET('/api/products')),
  });
}
