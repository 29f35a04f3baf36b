import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-clients.ts';
import { requireData } from '../../../api/api-failure.ts';
import { useOperationKey } from '../../../api/queries.ts';
import { RequestLink } from '../../../routing/request-link.tsx';
import { useIsPermitted } from '../../../session/session-context.tsx';
import { controlsText } from './messages.ts';

/** The changes of the controls that no one has decided yet. */
export function PendingControls() {
  const { ledger } = useApi();
  const query = { status: 'PENDING_APPROVAL', operation: 'replaceControls', limit: 10 } as const;
  const queryKey = useOperationKey('listChangeRequests', query);
  const isPermitted = useIsPermitted(['finance.read']);
  const { data } = useQuery({
    queryKey,
    queryFn: async () =>
      requireData(await ledger.GET('/api/change-requests', { params: { query } })),
    enabled: isPermitted,
  });
  return (data?.items ?? []).map(({ id }) => (
    <Alert key={id} type="info">
      {controlsText('pending')}{' '}
      <RequestLink requestId={id}>{controlsText('openRequest')}</RequestLink>
    </Alert>
  ));
}
