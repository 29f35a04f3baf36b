import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { PageLink } from '../../routing/page-link.tsx';
import { entryText } from './messages.ts';

/** The loan transaction of an entry, which names its loan. */
export function TransactionReference({ transactionId }: { readonly transactionId: string }) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('getTransaction', { transactionId });
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(
        await ledger.GET('/api/transactions/{transactionId}', {
          params: { path: { transactionId } },
        }),
      ),
  });
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <CopyId id={transactionId} />
      {data !== undefined && (
        <PageLink to="/loans/$loanId" params={{ loanId: data.loan_id }}>
          {entryText('openLoan')}
        </PageLink>
      )}
    </SpaceBetween>
  );
}
