import Alert from '@cloudscape-design/components/alert';
import { useQuery } from '@tanstack/react-query';
import type { ChangeRequest } from '../../../../client/client.ts';
import { useApi } from '../../api/api-clients.ts';
import { requireData } from '../../api/api-failure.ts';
import { useOperationKey } from '../../api/queries.ts';
import { RequestLink } from '../../routing/request-link.tsx';
import { useIsPermitted } from '../../session/session-context.tsx';
import { configText } from './messages.ts';

interface PendingChangesProps {
  /** The operations that change what the page shows. */
  readonly operations: readonly ChangeRequest['operation'][];
  /** Whether a request for one of them is about what the page shows. */
  readonly isAbout: (request: ChangeRequest['request']) => boolean;
}

/** More requests than these for one operation are found in the inbox. */
const PAGE_SIZE = 50;

/** The changes of what the page shows that no one has decided yet. */
export function PendingChanges({ operations, isAbout }: PendingChangesProps) {
  const { ledger } = useApi();
  const queryKey = useOperationKey('listChangeRequests', { operations: operations.join(' ') });
  const isPermitted = useIsPermitted(['finance.read']);
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () =>
      Promise.all(
        operations.map(async (operation) => {
          const query = { status: 'PENDING_APPROVAL', operation, limit: PAGE_SIZE } as const;
          return requireData(await ledger.GET('/api/change-requests', { params: { query } })).items;
        }),
      ),
    enabled: isPermitted,
  });
  const pending = data.flat().filter(({ request }) => isAbout(request));
  return pending.map(({ id }) => (
    <Alert key={id} type="info">
      {configText('pending')} <RequestLink requestId={id}>{configText('openRequest')}</RequestLink>
    </Alert>
  ));
}
