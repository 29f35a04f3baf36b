import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { accountText } from './messages.ts';

const TRANSITION_TEXTS = {
  FREEZE: 'pendingFreeze',
  UNFREEZE: 'pendingUnfreeze',
  CLOSE: 'pendingClose',
} as const;

/** A list of requests may lack the newest for a moment. */
const REQUESTS_INTERVAL_MS = 10_000;

/** The requests to change the status of the account that no one has decided yet. */
export function PendingTransitions({ accountId }: { readonly accountId: string }) {
  const { ledger } = useApi();
  const query = { status: 'PENDING_APPROVAL', account_id: accountId, limit: 10 } as const;
  const queryKey = useOperationKey('listAccountLifecycleRequests', query);
  const isPermitted = useIsPermitted(['finance.read']);
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/account-lifecycle-requests', { params: { query } })),
    enabled: isPermitted,
    refetchInterval: REQUESTS_INTERVAL_MS,
  });
  return (data?.items ?? []).map(({ id, transition }) => (
    <Alert key={id} type="info">
      {accountText(TRANSITION_TEXTS[transition])}{' '}
      <RequestLink requestId={id}>{accountText('openRequest')}</RequestLink>
    </Alert>
  ));
}
