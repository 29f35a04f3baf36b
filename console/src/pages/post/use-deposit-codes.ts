import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account, Product } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import type { ConsoleClients } from '../../api/api-clients.ts';
import { ApiFailure, requireData } from '../../api/api-failure.ts';
import { useOperationKeys } from '../../api/queries.ts';
import { readDepositCode } from './transfer-draft.ts';
import type { DepositCodes, TransferDraft } from './transfer-draft.ts';

/** The codes that control the two accounts, as far as their products are read, and how to wait for them. */
export function useDepositCodes({ from, to }: TransferDraft) {
  const queries = useQueryClient();
  const buildQuery = useProductQuery();
  const payer = useQuery(buildQuery(from)).data;
  const receiver = useQuery(buildQuery(to)).data;
  return {
    codes:
      payer === undefined || receiver === undefined ? undefined : { from: payer, to: receiver },
    readCodes: async (draft: TransferDraft): Promise<DepositCodes> => {
      const [payerCode, receiverCode] = await Promise.all([
        queries.fetchQuery(buildQuery(draft.from)),
        queries.fetchQuery(buildQuery(draft.to)),
      ]);
      return { from: payerCode, to: receiverCode };
    },
  };
}

function useProductQuery() {
  const { ledger } = useApi();
  const buildKey = useOperationKeys();
  return (account: Account | undefined) => {
    const productId = account?.product_id;
    return {
      queryKey: buildKey('getDepositCode', { productId }),
      queryFn: async () =>
        readDepositCode(productId === undefined ? null : await findProduct(ledger, productId)),
      enabled: account !== undefined,
    };
  };
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
