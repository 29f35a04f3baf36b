import SpaceBetween from '@cloudscape-design/components/space-between';
import Spinner from '@cloudscape-design/components/spinner';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { useDelay } from '../../parts/use-delay.ts';
import { LoanFacts } from './loan-facts.tsx';
import { LoanHeader } from './loan-header.tsx';
import { LoanTransactions } from './loan-transactions.tsx';
import { PendingList } from './pending/pending-list.tsx';

/** What is outstanding decides what an operator posts next, so it is never older than this. */
const LOAN_INTERVAL_MS = 30_000;

const route = getRouteApi('/loans/$loanId');

export function LoanPage() {
  const { loanId } = route.useParams();
  const { ledger } = useApi();
  const queryKey = useOperationKey('getLoan', { loanId });
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/loans/{loanId}', { params: { path: { loanId } } })),
    refetchInterval: LOAN_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  });
  const isLoading = useDelay(isPending);
  return (
    <SpaceBetween size="m">
      <LoanHeader key={loanId} loan={data} />
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      {isLoading && <Spinner size="large" />}
      <PendingList loanId={loanId} />
      {data !== undefined && <LoanFacts loan={data} />}
      {data !== undefined && <LoanTransactions key={`transactions ${loanId}`} loanId={loanId} />}
    </SpaceBetween>
  );
}
