import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-clients.ts';
import type { ConsoleClients } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { ErrorPanel } from '../../../parts/error-panel.tsx';
import { RequestLink } from '../../../routing/request-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { loanText } from '../messages.ts';
import { readPendingRequests } from './read-pending.ts';
import type { PendingReader } from './read-pending.ts';

const INTERVAL_MS = 60_000;

/** What other operators have asked for on this loan, and no one has decided yet. */
export function PendingList({ loanId }: { readonly loanId: string }) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('readPendingRequests', { loanId });
  const mayReadRequests = useIsPermitted(['finance.read']);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => readPendingRequests(loanId, buildPendingReader(ledger)),
    refetchInterval: INTERVAL_MS,
    enabled: mayReadRequests,
  });
  return (
    <>
      {error !== null && <ErrorPanel error={error} onTryAgain={() => void refetch()} />}
      {(data?.requests ?? []).map(({ id, text }) => (
        <Alert key={id} type="info">
          {text} <RequestLink requestId={id}>{loanText('openRequest')}</RequestLink>
        </Alert>
      ))}
      {data?.isComplete === false && <Alert type="info">{loanText('pendingIncomplete')}</Alert>}
    </>
  );
}

function buildPendingReader(ledger: ConsoleClients['ledger']): PendingReader {
  const filter = { status: 'PENDING_APPROVAL', limit: 100 } as const;
  const continueAt = (cursor: string | undefined) => cursor !== undefined && { cursor };
  return {
    adjustments: async (cursor) => {
      const query = { ...filter, target_type: 'TRANSACTION' as const, ...continueAt(cursor) };
      return requireData(
        await ledger.GET('/api/financial-adjustment-requests', { params: { query } }),
      );
    },
    changes: async (cursor) => {
      const query = {
        ...filter,
        operation: 'postLoanTransaction' as const,
        ...continueAt(cursor),
      };
      return requireData(await ledger.GET('/api/change-requests', { params: { query } }));
    },
  };
}
