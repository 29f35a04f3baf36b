import { useQuery } from '@tanstack/react-query';
import type { Account, Product } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import type { ConsoleClients } from '../../api/api-clients.ts';
import { ApiFailure, requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { readDepositCode } from './transfer-draft.ts';

/** The code that controls the account, by its product; undefined until that is read. */
export function useDepositCode(account: Account | undefined) {
  const { ledger } = useApi();
  const productId = account?.product_id;
  const queryKey = useOperationKey('getProduct', { productId });
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => findProduct(ledger, productId ?? ''),
    enabled: productId !== undefined,
  });
  const isKnown = account !== undefined && (productId === undefined || data !== undefined);
  return { code: isKnown ? readDepositCode(data) : undefined, error };
}

// An account may name a product that was never published; the default code controls it.
async function findProduct(
  ledger: ConsoleClients['ledger'],
  productId: string,
): Promise<Product | null> {
  try {
    const params = { path: { productId } };
    return requireData(await ledger.GET('/api/products/{productId}', { params }));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}
